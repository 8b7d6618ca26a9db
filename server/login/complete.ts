import { Refusal } from '#server/http/refusal.ts';
import type { Portal } from '#server/portal.ts';
import { completedLogin } from '#server/portal-logins.ts';
import type { Login } from '#server/session/sessions.ts';
import type { Visit } from '#server/session/visit.ts';
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
  /** Epoch milliseconds of the oldest proof among them. */
  readonly since: number;
  /** Keeps what the boxes of the screens say: only a login that stands changes it (decision 61). */
  readonly keepBoxes: () => void;
};

/**
 * Ends a login whose steps are all proved. A password that has to be changed first leads to /change
 * with a token for that alone, and nobody is signed in yet. Otherwise the request that the client
 * waits on is finished and the session records the login; without a request the way leads to the
 * client's start (decision 157).
 * @throws Refusal 401 when the session was signed out meanwhile, or when the request wants everything proved
 * anew and something was proved before it.
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
  if (pending?.request.wantsFreshLogin && proved.since < pending.request.startedAt) {
    throw new Refusal(401, 'notEarned');
  }
  const onward = pending?.request.resumeUrl ?? portal.client(clientId)?.initiateLoginUri ?? '';

  const { session, account } = earnedBy(portal, visit, subject);
  const password = portal.accounts.password(userId);
  const expiredDay = password && requiredChange(account, password, portal.local());
  if (expiredDay !== null) {
    visit.addCookies(portal.sessions.raise(session));
    const accessToken = portal.accessTokens.issue(session, { userId, clientId, purpose: 'password-change' });
    return { to: CHANGE_PAGE, auth: onward, expiredDay, accessToken };
  }

  const { methods, steps, keepBoxes } = proved;
  const login: Login = { userId, methods, steps, at: portal.now() };
  await pending?.engine.finish(pending.request.id, completedLogin(login));
  const { session: now } = earnedBy(portal, visit, subject);
  visit.addCookies(portal.sessions.raise(now));
  portal.sessions.recordLogin(now, login, visit.origin);
  portal.proofs.spend(now, clientId, userId);
  keepBoxes();
  return { to: onward, auth: 'Y', expiredDay: '', accessToken: '' };
}
