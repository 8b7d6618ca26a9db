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

/** Tokens after the first of two steps (rule 58). */
export type SecondStepTokens = {
  /** For the calls of the second step. */
  readonly secondToken: string;
  /** For sending a code. */
  readonly accessToken: string;
};

/** A session whose first step is proved. */
export type SecondStepSession = ProvenSession & { readonly subject: Subject; readonly firstStep: FirstStep };

export const issueSecondStepTokens = async (
  { accessTokens }: SessionStores,
  session: Session,
  subject: Subject,
): Promise<SecondStepTokens> => ({
  secondToken: await accessTokens.issue(session, { ...subject, purpose: 'second-step' }),
  accessToken: await accessTokens.issue(session, { ...subject, purpose: 'send-code' }),
});

/**
 * The session and person of a second-step token.
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
 * The session of a second-step token, with its first step.
 * @throws Refusal 401 when the token belongs to another session, or its first step has expired
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
 * The type code of a token that may finish the second step.
 * @throws Refusal 018 when the policy ranks no such token, or the first step has used it
 */
export async function requireSecondStepCode(
  portal: Pick<Runtime, 'now'> & Settings & AccountStores & FactorStores & Verification,
  account: Account,
  rule: PolicyRule,
  { methods }: FirstStep,
  typeCode: string,
): Promise<TypeCode> {
  const tokenCode = parseTypeCode(typeCode);
  const name = tokenCode && secondTokenOf(tokenCode);
  const used = await usedMethods(portal, account, rule, methods);
  const isAllowed = name && portal.methods.has(tokenCode) && secondTokens(rule, used).includes(name);
  if (!isAllowed) throw new Refusal(400, '018');
  return tokenCode;
}

/** The second-step ranks that remain after a first step by these methods (rule 164). */
export const ranksAfterFirstStep = async (
  portal: Pick<Runtime, 'now'> & Settings & AccountStores & FactorStores,
  account: Account,
  rule: PolicyRule,
  methods: readonly MethodKey[],
): Promise<PolicyRule['secondTokenPriority']> =>
  unusedRanks(
    ranksWithDefault(rule, await portal.secondDefaults.find(account.userId)),
    await usedMethods(portal, account, rule, methods),
  );

/** Person, client and policy of a sign-in. */
type SignInRequirements = {
  readonly account: Account;
  readonly subject: Subject;
  readonly rule: PolicyRule;
  readonly request: AuthRequest | null;
};

const loginAsFirstStepOf = async (
  session: Session,
  portal: SessionStores,
  userId: string,
): Promise<FirstStep | null> => {
  const login = await portal.sessions.findLogin(session);
  if (login?.userId !== userId) return null;
  return { methods: login.methods, provedAt: login.provedAt, tokenCode: null };
};

/**
 * A first step that the session has proved before and that is fresh enough for this request: an unfinished first
 * step, or an earlier login (rule 156). Null without one, or when it leaves no token for the second step.
 */
export async function earlierFirstStep(
  portal: Portal,
  session: Session,
  { account, subject, rule, request }: SignInRequirements,
): Promise<FirstStep | null> {
  const isEnough = async ({ methods }: FirstStep): Promise<boolean> =>
    satisfiesFirstStep(methods, rule) &&
    hasUsableSecondToken(
      portal.devices,
      account,
      ...secondTokens(rule, await usedMethods(portal, account, rule, methods)),
    );
  if (!rule.secondAuth || usageRefusal(account, portal.localTime())) return null;
  const unfinishedStep =
    (await portal.proofs.find(session, subject.clientId, subject.userId))?.firstStep ?? null;
  for (const step of [unfinishedStep, await loginAsFirstStepOf(session, portal, subject.userId)]) {
    const freshStep = step && { ...step, ...freshProofs(step, request, portal.now()) };
    if (freshStep && (await isEnough(freshStep))) return freshStep;
  }
  return null;
}

/**
 * When an earlier login of the session passed the password gate of this policy (rule 156), in epoch milliseconds;
 * null when none did, or too long ago for the request.
 */
export async function earlierGatePasswordAt(
  portal: Runtime & Settings & SessionStores,
  session: Session,
  { account, subject, rule, request }: SignInRequirements,
): Promise<number | null> {
  if (!hasGate(rule) || usageRefusal(account, portal.localTime())) return null;
  const login = await loginAsFirstStepOf(session, portal, subject.userId);
  const at = login?.provedAt[login.methods.indexOf('pw')];
  return at !== undefined && isFreshEnough(at, request, portal.now()) ? at : null;
}

/** The proofs of a first step: its method, and the password of the gate if it was another method. */
export const firstStepProofs = (method: MethodKey, at: number, passwordAt: number | null): ProvenMethods =>
  passwordAt === null || method === 'pw'
    ? { methods: [method], provedAt: [at] }
    : { methods: ['pw', method], provedAt: [passwordAt, at] };
