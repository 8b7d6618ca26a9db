import type { PolicyRule } from '#server/config/policy.ts';
import type { Proof } from '#server/storage/sessions/proofs.ts';
import { parseTokenCode, type TokenCode } from '#wire/token-codes.ts';
import { finishingMethods, hasGate } from './policy/satisfies.ts';
import type { Portal } from './portal.ts';
import { Refusal } from './refusal.ts';

/**
 * The method by which a first step is to end.
 * @throws Refusal 401 while the password gate is shut, 018 when no such method ends a first step under
 * the policy.
 */
export function firstStepCode({ methods }: Portal, rule: PolicyRule, proof: Proof, told: string): TokenCode {
  if (hasGate(rule) && proof.passwordAt === null) throw new Refusal(401, 'notEarned');
  const tokenCode = parseTokenCode(told);
  const method = tokenCode && methods.get(tokenCode);
  const finishing = finishingMethods(rule);
  if (!tokenCode || !method?.needs.every((key) => finishing.includes(key))) throw new Refusal(400, '018');
  return tokenCode;
}
