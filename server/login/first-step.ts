import type { PolicyRule } from '#server/config/policy.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { parseTypeCode, type TypeCode } from '#wire/type-codes.ts';
import { checkFresh, type PendingRequest } from './pending-request.ts';
import { isFreshEnough } from './policy/freshness.ts';
import { hasGate } from './policy/satisfies.ts';
import type {
  AccountStores,
  FactorStores,
  Runtime,
  SessionStores,
  Settings,
  Verification,
} from './portal.ts';
import { Refusal } from './refusal.ts';
import type { ProvenSession, Subject } from './require-proof.ts';
import { methodsAfterGate } from './reset-methods.ts';

/**
 * Parses the type code of a method that has to be allowed to finish the first step of the person.
 * @throws Refusal 018 when the type code is unknown, or the policy does not allow the method for the first step
 */
export async function requireFirstStepTypeCode(
  portal: Pick<Runtime, 'now'> & Settings & AccountStores & FactorStores & Verification,
  account: Account,
  rule: PolicyRule,
  typeCode: string,
): Promise<TypeCode> {
  const tokenCode = parseTypeCode(typeCode);
  const method = tokenCode && portal.methods.get(tokenCode);
  const allowedMethods = await methodsAfterGate(portal, account, rule);
  if (!tokenCode || !method?.requiredMethods.every((key) => allowedMethods.includes(key)))
    throw new Refusal(400, '018');
  return tokenCode;
}

/** The session, person and policy of a first step that is being proved. */
type FirstStepContext = Pick<ProvenSession, 'session' | 'proof'> & {
  readonly subject: Subject;
  readonly rule: PolicyRule;
  readonly pending: PendingRequest | null;
};

/**
 * When the person's password was verified, in epoch milliseconds. If the password was not verified, or the verification
 * is too old for the pending request, the result depends on the policy: null without a password gate, otherwise a
 * refusal.
 * @throws Refusal 401 when the policy has a password gate, and the password was not verified, or the verification is
 * too old for the pending request
 */
export async function requireGatePassword(
  portal: Runtime & SessionStores,
  firstStep: FirstStepContext,
): Promise<number | null> {
  const { session, proof, subject, rule, pending } = firstStep;
  const { passwordAt } = proof;
  if (passwordAt !== null && isFreshEnough(passwordAt, pending?.request ?? null, portal.now()))
    return passwordAt;
  if (!hasGate(rule)) return null;
  if (passwordAt !== null) {
    const passwordProof = { methods: ['pw'], provedAt: [passwordAt] } as const;
    await checkFresh(portal, session, subject.clientId, pending, passwordProof);
  }
  throw new Refusal(401, 'notAuthorized');
}
