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
 * The type code of a method that may finish the first step of this person.
 * @throws Refusal 018 when the policy allows no such method there
 */
export async function requireFirstStepCode(
  portal: Pick<Runtime, 'now'> & Settings & AccountStores & FactorStores & Verification,
  account: Account,
  rule: PolicyRule,
  typeCode: string,
): Promise<TypeCode> {
  const tokenCode = parseTypeCode(typeCode);
  const method = tokenCode && portal.methods.get(tokenCode);
  const finishing = await methodsAfterGate(portal, account, rule);
  if (!tokenCode || !method?.needs.every((key) => finishing.includes(key))) throw new Refusal(400, '018');
  return tokenCode;
}

/** A first step in progress. */
type FirstStepAttempt = Pick<ProvenSession, 'session' | 'proof'> & {
  readonly subject: Subject;
  readonly rule: PolicyRule;
  readonly pending: PendingRequest | null;
};

/**
 * When the password of the gate was verified, in epoch milliseconds; null when the policy has no gate.
 * @throws Refusal 401 when a gate was not passed, or too early for the pending request
 */
export async function requireGatePassword(
  portal: Runtime & SessionStores,
  attempt: FirstStepAttempt,
): Promise<number | null> {
  const { session, proof, subject, rule, pending } = attempt;
  const { passwordAt } = proof;
  if (passwordAt !== null && isFreshEnough(passwordAt, pending?.request ?? null, portal.now()))
    return passwordAt;
  if (!hasGate(rule)) return null;
  if (passwordAt !== null) {
    const proved = { methods: ['pw'], provedAt: [passwordAt] } as const;
    await checkFresh(portal, session, subject.clientId, pending, proved);
  }
  throw new Refusal(401, 'notAuthorized');
}
