import type { PolicyRule } from '#server/config/policy.ts';
import type { SecondToken } from '#server/login/policy/second-tokens.ts';
import { checkUsage } from '#server/login/policy/usage.ts';
import type { Portal, SessionStores } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { mayRegister, methodsOf } from '#server/login/registration/kinds.ts';
import { originOfCheck, originOfPassword } from '#server/login/registration/origins.ts';
import { checkFirstFactor, wouldSignIn } from '#server/login/registration/required.ts';
import { rulesThatCount } from '#server/login/registration/strength.ts';
import type { Caller, RequestSession } from '#server/login/request-session.ts';
import { policyForCall, type Subject, subjectOf } from '#server/login/require-proof.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Proved } from '#server/storage/sessions/proved.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import { offerCookie } from './offer-cookie.ts';

/** How long what a sign-in has proved is good for a passkey, in milliseconds. */
const OFFER_LIFETIME = 5 * 60_000;

/** A passkey that a sign-in may be followed by. */
export type OpenOffer = {
  readonly session: Session;
  readonly subject: Subject;
  readonly account: Account;
  /** What the sign-in has proved. */
  readonly proved: readonly SecondToken[];
};

const FIDO = methodsOf(FACTOR_TYPES.passkey);

/**
 * Whether a sign-in has proved enough for a passkey (decision 253): by the password and within 5 minutes, what would sign
 * in at every service at which the passkey counts, also at those that the person cannot enter yet.
 * @throws Refusal 403 when it may not be made, as `checkFirstFactor` does too.
 */
async function checkOffer(
  portal: Portal,
  account: Account,
  subject: Subject,
  rule: PolicyRule,
  { methods, provedAt }: Proved,
): Promise<readonly SecondToken[]> {
  const since = portal.now() - OFFER_LIFETIME;
  const proved = methods.filter((_, index) => (provedAt[index] ?? 0) > since);
  // What browsers make by themselves attests no model.
  const mayMake =
    rule.offerPasskey &&
    portal.config.passkeyModels === null &&
    mayRegister(FACTOR_TYPES.passkey, rule, portal.client(subject.clientId));
  const has = await portal.devices.passkeys.of(subject.userId);
  if (!mayMake || !proved.includes('pw') || has.length > 0) throw new Refusal(403, 'notAllowed');
  const rules = await rulesThatCount(portal, subject.userId, FIDO);
  if (!(await wouldSignIn(portal, account, proved, [rule, ...rules]))) throw new Refusal(403, 'tooWeak');
  await checkFirstFactor(portal, account, proved, rules, { methods: FIDO, isAddition: true });
  return proved;
}

/**
 * The token of an offer to who signs in now; nothing where there is none, or this browser wants none. It is worth
 * something once the sign-in is stored.
 */
export async function passkeyOffer(
  portal: Portal,
  requestSession: RequestSession,
  subject: Subject,
  { session, account }: Pick<OpenOffer, 'session' | 'account'>,
  proved: Proved,
): Promise<{ readonly passkeyOffer?: string }> {
  if (!portal.config.policies.some((policy) => policy.offerPasskey)) return {};
  const { rule } = await policyForCall(portal, subject);
  if (!rule.offerPasskey) return {};
  const cookie = offerCookie(portal.config);
  const refusal = requestSession.cookie(cookie.name);
  if (refusal === 'never') requestSession.addCookies([cookie.write('never')]);
  if (refusal !== '') return {};
  try {
    await checkOffer(portal, account, subject, rule, proved);
  } catch (error) {
    if (error instanceof Refusal) return {};
    throw error;
  }
  return {
    passkeyOffer: await portal.accessTokens.issue(session, { ...subject, purpose: 'passkey-offer' }),
  };
}

/**
 * Whom the token that a call carries offers a passkey, in which session.
 * @throws Refusal 401 when it is none of this session.
 */
export async function requireOffer(
  portal: SessionStores,
  { requestSession, bearer }: Caller,
): Promise<Pick<OpenOffer, 'session' | 'subject'>> {
  const session = await requestSession.session();
  const grant = session && (await portal.accessTokens.find(session, bearer));
  if (!session || grant?.purpose !== 'passkey-offer') throw new Refusal(401, 'notEarned');
  return { session, subject: subjectOf(grant.userId, grant.clientId) };
}

/**
 * The same, as long as what the sign-in has proved is enough for a passkey.
 * @throws Refusal 401 as above, and when another sign-in came after it; 403 as `checkOffer` does.
 */
export async function openOffer(portal: Portal, caller: Caller): Promise<OpenOffer> {
  const { session, subject } = await requireOffer(portal, caller);
  const login = await portal.sessions.login(session);
  const account = await portal.accounts.find(subject.userId);
  if (!account || login?.userId !== subject.userId) throw new Refusal(401, 'notEarned');
  checkUsage(account, portal.local());
  const { rule } = await policyForCall(portal, subject);
  return { session, subject, account, proved: await checkOffer(portal, account, subject, rule, login) };
}

/** The check that a passkey of an offer goes back to: the second proof of the sign-in, or else its password (decision 242). */
export async function originOfOffer(portal: Portal, { account, proved }: OpenOffer): Promise<string> {
  const other = proved.find((name) => name !== 'pw');
  return other ? originOfCheck(portal, account, other) : originOfPassword(portal, account);
}
