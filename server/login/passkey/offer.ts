import type { PolicyRule } from '#server/config/policy.ts';
import type { SecondToken } from '#server/login/policy/second-tokens.ts';
import { checkUsage } from '#server/login/policy/usage.ts';
import type { Portal, SessionStores } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { identityCheckOfPassword, recordedIdentityCheck } from '#server/login/registration/check-channels.ts';
import { mayRegister, methodsOfFactorType } from '#server/login/registration/factor-methods.ts';
import {
  checkFirstAdditionalFactor,
  satisfiesAllPolicies,
} from '#server/login/registration/required-proofs.ts';
import { rulesAccepting } from '#server/login/registration/strength.ts';
import type { Caller, RequestSession } from '#server/login/request-session.ts';
import { policyForCall, type Subject, subjectOf } from '#server/login/require-proof.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { ProvenMethods } from '#server/storage/sessions/proven-methods.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import { offerCookie } from './offer-cookie.ts';

/** How long the proofs of a sign-in allow a passkey offer, in milliseconds. */
const OFFER_LIFETIME_MS = 5 * 60_000;

/** A passkey offer after a sign-in. */
export type OpenOffer = {
  readonly session: Session;
  readonly subject: Subject;
  readonly account: Account;
  /** The methods with which the person has signed in. */
  readonly provenMethods: readonly SecondToken[];
};

const PASSKEY_METHODS = methodsOfFactorType(FACTOR_TYPES.passkey);

/**
 * Checks that the recent proofs of a sign-in allow a passkey offer (rule 253). The proofs have to include the password,
 * and to satisfy the policies of all services that accept the passkey, also of services at which the person cannot sign
 * in yet.
 * @returns the methods of the recent proofs
 * @throws Refusal 403 when the policy or the proofs do not allow the offer, or the person has a passkey; the refusals
 * of `checkFirstAdditionalFactor`
 */
async function checkOffer(
  portal: Portal,
  account: Account,
  subject: Subject,
  rule: PolicyRule,
  { methods, provedAt }: ProvenMethods,
): Promise<readonly SecondToken[]> {
  const recentSince = portal.now() - OFFER_LIFETIME_MS;
  const provenMethods = methods.filter((_, index) => (provedAt[index] ?? 0) > recentSince);
  // A passkey that is created without a prompt has no attestation, so its model cannot be checked.
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
  await checkFirstAdditionalFactor(portal, account, provenMethods, rules, {
    methods: PASSKEY_METHODS,
    isAddition: true,
  });
  return provenMethods;
}

/**
 * Issues the token of a passkey offer during a sign-in. An empty object when no passkey may be offered in this browser.
 * The token becomes valid when the sign-in is stored.
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
  const declinedOffer = requestSession.cookie(cookie.name);
  // Prolongs the lifetime of the cookie.
  if (declinedOffer === 'never') requestSession.addCookies([cookie.write('never')]);
  if (declinedOffer !== '') return {};
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
 * The session and the person of the token of a passkey offer.
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
 * The passkey offer of a token, after the offer was checked again.
 * @throws Refusal 401 when the token belongs to another session, or another person has signed in meanwhile; Refusal 403
 * when the offer is no longer allowed
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
 * The identity check that is recorded for an offered passkey (rule 242): the other method of the sign-in, or the
 * password when there was no other method.
 */
export async function identityCheckOfOffer(
  portal: Portal,
  { account, provenMethods }: OpenOffer,
): Promise<string> {
  const otherMethod = provenMethods.find((name) => name !== 'pw');
  return otherMethod
    ? recordedIdentityCheck(portal, account, otherMethod)
    : identityCheckOfPassword(portal, account);
}
