import type { MethodKey } from '#server/config/policy.ts';
import type { Portal } from '#server/portal.ts';
import { completedLogin } from '#server/portal-logins.ts';
import type { Proof } from '#server/session/proofs.ts';
import type { Login } from '#server/session/sessions.ts';
import type { Visit } from '#server/session/visit.ts';
import type { TokenCode } from '#wire/token-codes.ts';
import { earnedBy, type Subject } from './earned.ts';
import { requiredChange } from './password-change.ts';
import type { FindRequest } from './pending-request.ts';

const CHANGE_PAGE = '/change';

/** The Login result of spec section 3. */
export type LoginAnswer = {
  readonly to: string;
  readonly auth: string;
  readonly expiredDay: string;
  readonly accessToken: string;
};

/** Steps that are proved, before it is known where they lead. */
export type Proved = Pick<Login, 'methods' | 'steps'> & {
  readonly tokenCode: TokenCode;
  /** The boxes of the method's screen (decision 61). */
  readonly always: boolean;
  readonly alwaysSend: boolean;
};

const methodsOf = ({ methods }: Proved, { passwordAt }: Proof): readonly MethodKey[] =>
  passwordAt === null || methods.includes('pw') ? methods : ['pw', ...methods];

function keepFixedToken({ fixedTokens }: Portal, userId: string, proved: Proved): void {
  const { tokenCode, always, alwaysSend } = proved;
  if (always) fixedTokens.set(userId, { tokenCode, alwaysSend });
  else fixedTokens.clear(userId, tokenCode);
}

/**
 * Ends a login whose steps are all proved. A password that has to be changed first leads to /change
 * with a token for that alone, and nobody is signed in yet. Otherwise the request that the client
 * waits on is finished and the session records the login; without a request the way leads to the
 * client's start (decision 157).
 * @throws Refusal 401 when the session was signed out meanwhile.
 */
export async function completeLogin(
  portal: Portal,
  findRequest: FindRequest,
  visit: Visit,
  subject: Subject,
  proved: Proved,
): Promise<LoginAnswer> {
  const { userId, clientId } = subject;
  const pending = await findRequest(portal.requests.of(earnedBy(portal, visit, subject).session, clientId));
  const onward = pending?.request.resumeUrl ?? portal.client(clientId)?.initiateLoginUri ?? '';

  const { session, proof, account } = earnedBy(portal, visit, subject);
  const password = portal.accounts.password(userId);
  const expiredDay = password && requiredChange(account, password, portal.local());
  if (expiredDay !== null) {
    visit.addCookies(portal.sessions.raise(session));
    const accessToken = portal.accessTokens.issue(session, { userId, clientId, purpose: 'password-change' });
    return { to: CHANGE_PAGE, auth: onward, expiredDay, accessToken };
  }

  const { steps } = proved;
  const login: Login = { userId, methods: methodsOf(proved, proof), steps, at: portal.now() };
  await pending?.engine.finish(pending.request.id, completedLogin(login));
  const { session: now } = earnedBy(portal, visit, subject);
  visit.addCookies(portal.sessions.raise(now));
  portal.sessions.recordLogin(now, login);
  portal.proofs.spendPassword(now, clientId, userId);
  keepFixedToken(portal, userId, proved);
  return { to: onward, auth: 'Y', expiredDay: '', accessToken: '' };
}
