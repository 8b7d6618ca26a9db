import type { IdentityMethod } from '#server/config/identity-methods.ts';
import type { PolicyRule } from '#server/config/policy.ts';
import { hasPassword } from '#server/login/password/has-password.ts';
import type { SecondToken } from '#server/login/policy/second-tokens.ts';
import { checkUsage } from '#server/login/policy/usage.ts';
import type { FactorStores, Portal, Runtime, SessionStores } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Caller } from '#server/login/request-session.ts';
import { policyForCall, type Subject } from '#server/login/require-proof.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { checkFirstFactor, type FactorChange, satisfiesUsablePolicies } from './required-proofs.ts';
import { methodsOfPerson, rulesAccepting } from './strength.ts';

/** Permission of a session to register and manage the factors of a person at a client. */
export type OpenRegistration = {
  readonly session: Session;
  readonly subject: Subject;
  readonly account: Account;
  readonly rule: PolicyRule;
  /** The method of the identity check. */
  readonly identityMethod: IdentityMethod;
  /** The identity token of the permission. */
  readonly token: string;
  /** Browser and IP address of the call. */
  readonly browser: string;
  readonly address: string;
};

const RECENT_LOGIN_MS = 10 * 60_000;
/** Maximum age that a registration can reach by extensions. */
const MAX_AGE_MS = 30 * 60_000;
const EXTENSION_MS = 10 * 60_000;

const OPENED_DRAFT = 'opened';

const FULL_SIGN_IN_DRAFT = 'whole-sign-in';
const FULL_SIGN_IN_MS = 10 * 60_000;

const notAuthorized = (): Refusal => new Refusal(401, 'notAuthorized');

/** Methods that the session has proved: by marks, its first step, or a recent login (rule 202). */
async function provenMethods(
  { proofs, sessions, now }: Runtime & SessionStores,
  session: Session,
  { userId, clientId }: Subject,
  methodsOfMarks: readonly SecondToken[],
): Promise<readonly SecondToken[]> {
  const login = await sessions.findLogin(session);
  const isRecent = login?.userId === userId && now() - login.at <= RECENT_LOGIN_MS;
  const firstStep = (await proofs.find(session, clientId, userId))?.firstStep;
  return [...methodsOfMarks, ...(firstStep?.methods ?? []), ...(isRecent ? login.methods : [])];
}

const demandFullSignIn = (
  { registrationDrafts }: FactorStores,
  session: Session,
  subject: Subject,
): Promise<void> => registrationDrafts.put({ session, ...subject }, FULL_SIGN_IN_DRAFT, '', FULL_SIGN_IN_MS);

/**
 * Whether the person has to sign in to change their factors. Then no remembered browser replaces the second step
 * (rule 252).
 */
export const isFullSignInDemanded = async (
  { registrationDrafts }: FactorStores,
  session: Session,
  subject: Subject,
): Promise<boolean> => (await registrationDrafts.find({ session, ...subject }, FULL_SIGN_IN_DRAFT)) !== null;

/**
 * Whether the person has to sign in before managing factors, because no identity method would be enough in addition
 * to the password and the session's proofs (rule 202). If so, that sign-in needs all its steps.
 */
export async function mustSignInFirst(
  portal: Portal,
  session: Session,
  subject: Subject,
  account: Account,
): Promise<boolean> {
  const { rule } = await policyForCall(portal, subject);
  const own = await methodsOfPerson(portal, account);
  const password = own.filter((name) => name === 'pw');
  const identityMethods = rule.selfAuth.filter((method) => own.includes(method));
  for (const method of identityMethods) {
    const proved = await provenMethods(portal, session, subject, [method, ...password]);
    if (await satisfiesUsablePolicies(portal, account, proved, [rule])) return false;
  }
  if (identityMethods.length > 0) await demandFullSignIn(portal, session, subject);
  return identityMethods.length > 0;
}

/**
 * The open registration of a call, by its identity token (rules 201 and 202). The proofs have to be enough for a
 * sign-in at the service of the token, and for a change at every service that accepts the changed methods (rule 225).
 * @throws Refusal 401 when the password or the identity check is missing or too old, or is another person's; 403
 * `tooWeak` when the proofs are less than a sign-in needs, and as `checkFirstFactor` does; 400 of the families 002
 * and 016
 */
export async function openRegistration(
  portal: Portal,
  { requestSession, bearer: token }: Caller,
  userId: string,
  change: FactorChange | null = null,
): Promise<OpenRegistration> {
  const session = await requestSession.session();
  const grant = session && (await portal.identityTokens.find(session, token));
  if (
    !session ||
    grant?.userId !== userId ||
    grant.identityMethod === null ||
    grant.identityMethod === 'answer'
  )
    throw notAuthorized();
  const subject = { userId, clientId: grant.clientId };
  const account = await portal.accounts.find(userId);
  const identity = await portal.marks.find(session, subject, 'identity');
  const password = await portal.marks.find(session, subject, 'password');
  if (!account || !identity || ((await hasPassword(portal, account)) && !password)) throw notAuthorized();
  checkUsage(account, portal.localTime());
  const { rule } = await policyForCall(portal, subject);
  const { identityMethod } = grant;
  if (!rule.selfAuth.includes(identityMethod)) throw new Refusal(403, 'notAllowed');
  const proved = await provenMethods(portal, session, subject, [
    identityMethod,
    ...(password ? (['pw'] as const) : []),
  ]);
  const rules = change ? await rulesAccepting(portal, userId, change.methods) : [];
  if (!(await satisfiesUsablePolicies(portal, account, proved, [rule, ...rules]))) {
    await demandFullSignIn(portal, session, subject);
    throw new Refusal(403, 'tooWeak');
  }
  if (change?.isAddition) await checkFirstFactor(portal, account, proved, rules, change);
  return {
    session,
    subject,
    account,
    rule,
    identityMethod,
    token,
    ...requestSession.origin,
  };
}

/** Key of the registration's drafts. */
export const draftOwner = ({ session, subject }: OpenRegistration) => ({ session, ...subject });

/** Extends a registration by 10 minutes, up to half an hour in all (rule 201). */
export async function renewRegistration(
  portal: Runtime & FactorStores & SessionStores,
  open: OpenRegistration,
): Promise<void> {
  const { session, subject, identityMethod, token } = open;
  const { marks, identityTokens, registrationDrafts: drafts, now } = portal;
  const openedDraft = await drafts.find(draftOwner(open), OPENED_DRAFT);
  const openedAt =
    openedDraft === null
      ? ((await marks.find(session, subject, 'identity'))?.at ?? now())
      : Number(openedDraft);
  if (openedDraft === null) await drafts.put(draftOwner(open), OPENED_DRAFT, String(openedAt), MAX_AGE_MS);
  if (now() + EXTENSION_MS > openedAt + MAX_AGE_MS) return;
  const password = await marks.find(session, subject, 'password');
  if (password) await marks.record(session, subject, 'password', password.value);
  await marks.record(session, subject, 'identity', identityMethod);
  await identityTokens.recordCheck(session, token, identityMethod);
}
