import type { PolicyRule } from '#server/config/policy.ts';
import type { SecondToken } from '#server/login/policy/second-tokens.ts';
import { checkUsage } from '#server/login/policy/usage.ts';
import type { Portal, SessionStores } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { mayRegister, methodsOf } from '#server/login/registration/factor-methods.ts';
import { originOfCheck, originOfPassword } from '#server/login/registration/origins.ts';
import { checkFirstFactor, satisfiesAllPolicies } from '#server/login/registration/required-proofs.ts';
import { rulesAccepting } from '#server/login/registration/strength.ts';
import type { Caller, RequestSession } from '#server/login/request-session.ts';
import { policyForCall, type Subject, subjectOf } from '#server/login/require-proof.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { ProvenMethods } from '#server/storage/sessions/proven-methods.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import { offerCookie } from './offer-cookie.ts';

/** How long the proofs of a sign-in allow a passkey offer, in milliseconds. */
const OFFER_LIFETIME = 5 * 60_000;

/** A passkey offer after a sign-in. */
export type OpenOffer = {
  readonly session: Session;
  readonly subject: Subject;
  readonly account: Account;
  /** The methods by which the person has signed in. */
  readonly provenMethods: readonly SecondToken[];
};

const PASSKEY_METHODS = methodsOf(FACTOR_TYPES.passkey);

/**
 * The recent proofs of a sign-in, if they allow a passkey (rule 253). They have to include the password and to be enough
 * for every service that accepts the passkey, also for services at which the person cannot sign in yet.
 * @throws Refusal 403 when they do not, and as `checkFirstFactor` does
 */
async function checkOffer(
  portal: Portal,
  account: Account,
  subject: Subject,
  rule: PolicyRule,
  { methods, provedAt }: ProvenMethods,
): Promise<readonly SecondToken[]> {
  const since = portal.now() - OFFER_LIFETIME;
  const provenMethods = methods.filter((_, index) => (provedAt[index] ?? 0) > since);
  // A passkey that is created without a prompt has no attestation of its model.
  const mayCreate =
    rule.offerPasskey &&
    portal.config.passkeyModels === null &&
    mayRegister(FACTOR_TYPES.passkey, rule, portal.client(subject.clientId));
  const registered = await portal.devices.passkeys.of(subject.userId);
  if (!mayCreate || !provenMethods.includes('pw') || registered.length > 0)
    throw new Refusal(403, 'notAllowed');
  const rules = await rulesAccepting(portal, subject.userId, PASSKEY_METHODS);
  if (!(await satisfiesAllPolicies(portal, account, provenMethods, [rule, ...rules])))
    throw new Refusal(403, 'tooWeak');
  await checkFirstFactor(portal, account, provenMethods, rules, {
    methods: PASSKEY_METHODS,
    isAddition: true,
  });
  return provenMethods;
}

/**
 * Issues the token of a passkey offer during a sign-in; an empty object when none may be offered in this browser. The
 * token is valid once the sign-in is stored.
 */
export async function offerPasskey(
  portal: Portal,
  requestSession: RequestSession,
  subject: Subject,
  { session, account }: Pick<OpenOffer, 'session' | 'account'>,
  provenMethods: ProvenMethods,
): Promise<{ readonly passkeyOffer?: string }> {
  if (!portal.config.policies.some((policy) => policy.offerPasskey)) return {};
  const { rule } = await policyForCall(portal, subject);
  if (!rule.offerPasskey) return {};
  const cookie = offerCookie(portal.config);
  const refusal = requestSession.cookie(cookie.name);
  if (refusal === 'never') requestSession.addCookies([cookie.write('never')]);
  if (refusal !== '') return {};
  try {
    await checkOffer(portal, account, subject, rule, provenMethods);
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
  return {
    passkeyOffer: await portal.accessTokens.issue(session, { ...subject, purpose: 'passkey-offer' }),
  };
}

/**
 * Session and person of a passkey-offer token.
 * @throws Refusal 401 when the token belongs to another session
 */
export async function requireOfferToken(
  portal: SessionStores,
  { requestSession, bearer }: Caller,
): Promise<Pick<OpenOffer, 'session' | 'subject'>> {
  const session = await requestSession.session();
  const grant = session && (await portal.accessTokens.find(session, bearer));
  if (!session || grant?.purpose !== 'passkey-offer') throw new Refusal(401, 'notAuthorized');
  return { session, subject: subjectOf(grant.userId, grant.clientId) };
}

/**
 * The passkey offer of a token, checked again.
 * @throws Refusal 401 as `requireOfferToken` does, and when another person has signed in since; 403 as `checkOffer`
 * does
 */
export async function requireOpenOffer(portal: Portal, caller: Caller): Promise<OpenOffer> {
  const { session, subject } = await requireOfferToken(portal, caller);
  const login = await portal.sessions.findLogin(session);
  const account = await portal.accounts.find(subject.userId);
  if (!account || login?.userId !== subject.userId) throw new Refusal(401, 'notAuthorized');
  checkUsage(account, portal.localTime());
  const { rule } = await policyForCall(portal, subject);
  return {
    session,
    subject,
    account,
    provenMethods: await checkOffer(portal, account, subject, rule, login),
  };
}

/**
 * The identity check to which an offered passkey is attributed: the second method of the sign-in, else its password
 * (rule 242).
 */
export async function identityCheckOfOffer(
  portal: Portal,
  { account, provenMethods }: OpenOffer,
): Promise<string> {
  const other = provenMethods.find((name) => name !== 'pw');
  return other ? originOfCheck(portal, account, other) : originOfPassword(portal, account);
}
