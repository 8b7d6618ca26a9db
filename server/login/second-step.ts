import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { FirstStep } from '#server/storage/sessions/proofs.ts';
import type { ProvenMethods } from '#server/storage/sessions/proven-methods.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { parseTypeCode, type TypeCode } from '#wire/type-codes.ts';
import type { AuthRequest } from './engine.ts';
import { freshProofs, isFreshEnough } from './policy/freshness.ts';
import { hasGate, satisfiesFirstStep } from './policy/satisfies.ts';
import { ranksWithDefault, secondTokenOf, secondTokens, unusedRanks } from './policy/second-tokens.ts';
import { hasUsableSecondToken } from './policy/usable-tokens.ts';
import { usageRefusal } from './policy/usage.ts';
import type {
  AccountStores,
  FactorStores,
  Portal,
  Runtime,
  SessionStores,
  Settings,
  Verification,
} from './portal.ts';
import { Refusal } from './refusal.ts';
import type { RequestSession } from './request-session.ts';
import { type ProvenSession, requireProof, type Subject, subjectOf } from './require-proof.ts';
import { usedMethods } from './reset-methods.ts';

/** The tokens that are issued after the first of two steps (rule 58). */
export type SecondStepTokens = {
  /** The token for the calls of the second step. */
  readonly secondToken: string;
  /** The token for sending a code. */
  readonly accessToken: string;
};

/** A session whose first step is proved. */
export type SecondStepSession = ProvenSession & { readonly subject: Subject; readonly firstStep: FirstStep };

/** Issues the tokens after a first step. */
export const issueSecondStepTokens = async (
  { accessTokens }: SessionStores,
  session: Session,
  subject: Subject,
): Promise<SecondStepTokens> => ({
  secondToken: await accessTokens.issue(session, { ...subject, purpose: 'second-step' }),
  accessToken: await accessTokens.issue(session, { ...subject, purpose: 'send-code' }),
});

/**
 * The session, the person and the client of a second-step token.
 * @throws Refusal 401 when the token belongs to another session
 */
export async function requireSecondToken(
  portal: SessionStores,
  requestSession: RequestSession,
  secondToken: string,
): Promise<{ readonly session: Session; readonly subject: Subject }> {
  const session = await requestSession.session();
  const grant = session && (await portal.accessTokens.find(session, secondToken));
  if (!session || grant?.purpose !== 'second-step') throw new Refusal(401, 'notAuthorized');
  return { session, subject: subjectOf(grant.userId, grant.clientId) };
}

/**
 * The session of a second-step token, with the proved first step.
 * @throws Refusal 401 when the token belongs to another session, or the first step has expired
 */
export async function requireSecondStep(
  portal: Runtime & SessionStores,
  requestSession: RequestSession,
  secondToken: string,
): Promise<SecondStepSession> {
  const { subject } = await requireSecondToken(portal, requestSession, secondToken);
  const proven = await requireProof(portal, requestSession, subject);
  const { firstStep } = proven.proof;
  if (!firstStep) throw new Refusal(401, 'notAuthorized');
  return { ...proven, subject, firstStep };
}

/**
 * Parses the type code of a token that has to be allowed to finish the second step.
 * @throws Refusal 018 when the type code is unknown, the policy does not rank the token, or the first step has used it
 */
export async function requireSecondStepTypeCode(
  portal: Pick<Runtime, 'now'> & Settings & AccountStores & FactorStores & Verification,
  account: Account,
  rule: PolicyRule,
  { methods }: FirstStep,
  typeCode: string,
): Promise<TypeCode> {
  const tokenCode = parseTypeCode(typeCode);
  const token = tokenCode && secondTokenOf(tokenCode);
  const used = await usedMethods(portal, account, rule, methods);
  const isAllowed = token && portal.methods.has(tokenCode) && secondTokens(rule, used).includes(token);
  if (!isAllowed) throw new Refusal(400, '018');
  return tokenCode;
}

/** The ranks of the tokens that remain for the second step after a first step with certain methods (rule 164). */
export const ranksAfterFirstStep = async (
  portal: Pick<Runtime, 'now'> & Settings & AccountStores & FactorStores,
  account: Account,
  rule: PolicyRule,
  methods: readonly MethodKey[],
): Promise<PolicyRule['secondTokenPriority']> =>
  unusedRanks(
    ranksWithDefault(rule, await portal.secondStepDefaults.find(account.userId)),
    await usedMethods(portal, account, rule, methods),
  );

/** The person, the client, the policy and the request of a sign-in. */
type SignInContext = {
  readonly account: Account;
  readonly subject: Subject;
  readonly rule: PolicyRule;
  /** Null when no request is pending. */
  readonly request: AuthRequest | null;
};

/** The login of a session as a first step; null when the person is not signed in to the session. */
const loginAsFirstStep = async (
  portal: SessionStores,
  session: Session,
  userId: string,
): Promise<FirstStep | null> => {
  const login = await portal.sessions.findLogin(session);
  if (login?.userId !== userId) return null;
  return { methods: login.methods, provedAt: login.provedAt, tokenCode: null };
};

/**
 * A first step that the session has already proved and that is fresh enough for the request: a first step without its
 * second step, or an earlier login (rule 156). Null when there is no such step, or when the person has no other token
 * for the second step.
 */
export async function earlierFirstStep(
  portal: Portal,
  session: Session,
  { account, subject, rule, request }: SignInContext,
): Promise<FirstStep | null> {
  const allowsSecondStep = async ({ methods }: FirstStep): Promise<boolean> =>
    satisfiesFirstStep(methods, rule) &&
    hasUsableSecondToken(
      portal.devices,
      account,
      ...secondTokens(rule, await usedMethods(portal, account, rule, methods)),
    );
  if (!rule.secondAuth || usageRefusal(account, portal.localTime())) return null;
  const provedStep = (await portal.proofs.find(session, subject.clientId, subject.userId))?.firstStep ?? null;
  for (const step of [provedStep, await loginAsFirstStep(portal, session, subject.userId)]) {
    const freshStep = step && { ...step, ...freshProofs(step, request, portal.now()) };
    if (freshStep && (await allowsSecondStep(freshStep))) return freshStep;
  }
  return null;
}

/**
 * When the password was verified in an earlier login of the session, in epoch milliseconds, if the policy has a
 * password gate (rule 156). Null when there is no such login, or when the verification is too old for the request.
 */
export async function earlierGatePasswordAt(
  portal: Runtime & Settings & SessionStores,
  session: Session,
  { account, subject, rule, request }: SignInContext,
): Promise<number | null> {
  if (!hasGate(rule) || usageRefusal(account, portal.localTime())) return null;
  const login = await loginAsFirstStep(portal, session, subject.userId);
  const passwordAt = login?.provedAt[login.methods.indexOf('pw')];
  return passwordAt !== undefined && isFreshEnough(passwordAt, request, portal.now()) ? passwordAt : null;
}

/**
 * The proofs of a first step: the method that finished the step and, if this method is not the password, the
 * password of the gate.
 * @param at when the method was verified, in epoch milliseconds
 * @param passwordAt when the password of the gate was verified; null when the policy has no gate
 */
export const firstStepProofs = (method: MethodKey, at: number, passwordAt: number | null): ProvenMethods =>
  passwordAt === null || method === 'pw'
    ? { methods: [method], provedAt: [at] }
    : { methods: ['pw', method], provedAt: [passwordAt, at] };
