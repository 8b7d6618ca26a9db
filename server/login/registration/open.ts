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
import { checkFirstAdditionalFactor, type FactorChange, satisfiesUsablePolicies } from './required-proofs.ts';
import { methodsOfPerson, rulesAccepting } from './strength.ts';

/** The permission of a session to register and manage the factors of a person at a client. */
export type OpenRegistration = {
  readonly session: Session;
  readonly subject: Subject;
  readonly account: Account;
  readonly rule: PolicyRule;
  /** The method of the person's identity check. */
  readonly identityMethod: IdentityMethod;
  /** The identity token with which the permission was obtained. */
  readonly token: string;
  /** The readable name of the browser, such as `Chrome · Windows`. */
  readonly browser: string;
  /** The IP address of the browser. */
  readonly address: string;
};

/** How long the methods of a login count as proven for a registration. */
const RECENT_LOGIN_MS = 10 * 60_000;
/** Maximum age that a registration can reach through extensions. */
const MAX_AGE_MS = 30 * 60_000;
const EXTENSION_MS = 10 * 60_000;

/** Kind of the draft that stores when the registration was opened. */
const OPENED_DRAFT = 'opened';

/** Kind of the draft that stores that the person has to sign in with all steps. */
const FULL_SIGN_IN_DRAFT = 'whole-sign-in';
const FULL_SIGN_IN_MS = 10 * 60_000;

const notAuthorized = (): Refusal => new Refusal(401, 'notAuthorized');

/** The methods that the session has proved: with passed checks, with its first step, or with a recent login (rule 202). */
async function findProvenMethods(
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

/** Records that the person has to sign in with all steps. */
const demandFullSignIn = (
  { registrationDrafts }: FactorStores,
  session: Session,
  subject: Subject,
): Promise<void> => registrationDrafts.put({ session, ...subject }, FULL_SIGN_IN_DRAFT, '', FULL_SIGN_IN_MS);

/**
 * Whether the person has to sign in with all steps before changing factors. A remembered browser then does not replace
 * the second step (rule 252).
 */
export const isFullSignInDemanded = async (
  { registrationDrafts }: FactorStores,
  session: Session,
  subject: Subject,
): Promise<boolean> => (await registrationDrafts.find({ session, ...subject }, FULL_SIGN_IN_DRAFT)) !== null;

/**
 * Whether the person has to sign in before managing factors, because the session's proofs with the password and any of
 * the identity methods would not be sufficient (rule 202). The requirement is recorded (`isFullSignInDemanded`), so
 * that the sign-in requires all steps.
 */
export async function mustSignInFirst(
  portal: Portal,
  session: Session,
  subject: Subject,
  account: Account,
): Promise<boolean> {
  const { rule } = await policyForCall(portal, subject);
  const personMethods = await methodsOfPerson(portal, account);
  const password = personMethods.filter((name) => name === 'pw');
  const identityMethods = rule.selfAuth.filter((method) => personMethods.includes(method));
  for (const method of identityMethods) {
    const provenMethods = await findProvenMethods(portal, session, subject, [method, ...password]);
    if (await satisfiesUsablePolicies(portal, account, provenMethods, [rule])) return false;
  }
  if (identityMethods.length > 0) await demandFullSignIn(portal, session, subject);
  return identityMethods.length > 0;
}

/**
 * The open registration of a call, by the identity token of the call (rules 201 and 202). The proofs have to be
 * sufficient for a sign-in at the service of the token and, for a change, at every service that accepts the changed
 * methods (rule 225).
 * @param change the change of factors; null when no factor is changed
 * @throws Refusal 401 when the password or the identity check is missing, is too old, or belongs to another person;
 * Refusal 403 `tooWeak` when the proofs are not sufficient for a sign-in; the refusals of `checkFirstAdditionalFactor`; Refusal
 * 400 with an error code of the families 002 and 016
 */
export async function requireRegistration(
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
  const identityCheck = await portal.passedChecks.find(session, subject, 'identity');
  const passwordCheck = await portal.passedChecks.find(session, subject, 'password');
  if (!account || !identityCheck || ((await hasPassword(portal, account)) && !passwordCheck))
    throw notAuthorized();
  checkUsage(account, portal.localTime());
  const { rule } = await policyForCall(portal, subject);
  const { identityMethod } = grant;
  if (!rule.selfAuth.includes(identityMethod)) throw new Refusal(403, 'notAllowed');
  const provenMethods = await findProvenMethods(portal, session, subject, [
    identityMethod,
    ...(passwordCheck ? (['pw'] as const) : []),
  ]);
  const rules = change ? await rulesAccepting(portal, userId, change.methods) : [];
  if (!(await satisfiesUsablePolicies(portal, account, provenMethods, [rule, ...rules]))) {
    await demandFullSignIn(portal, session, subject);
    throw new Refusal(403, 'tooWeak');
  }
  if (change?.isAddition) await checkFirstAdditionalFactor(portal, account, provenMethods, rules, change);
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

/** The session, person and client to which the drafts of a registration belong. */
export const draftOwner = ({ session, subject }: OpenRegistration) => ({ session, ...subject });

/** Extends a registration by 10 minutes, up to half an hour in total (rule 201). */
export async function renewRegistration(
  portal: Runtime & FactorStores & SessionStores,
  registration: OpenRegistration,
): Promise<void> {
  const { session, subject, identityMethod, token } = registration;
  const { passedChecks, identityTokens, registrationDrafts: drafts, now } = portal;
  const openedDraft = await drafts.find(draftOwner(registration), OPENED_DRAFT);
  const openedAt =
    openedDraft === null
      ? ((await passedChecks.find(session, subject, 'identity'))?.at ?? now())
      : Number(openedDraft);
  if (openedDraft === null)
    await drafts.put(draftOwner(registration), OPENED_DRAFT, String(openedAt), MAX_AGE_MS);
  if (now() + EXTENSION_MS > openedAt + MAX_AGE_MS) return;
  const passwordCheck = await passedChecks.find(session, subject, 'password');
  if (passwordCheck) await passedChecks.record(session, subject, 'password', passwordCheck.value);
  await passedChecks.record(session, subject, 'identity', identityMethod);
  await identityTokens.recordCheck(session, token, identityMethod);
}
