import type { PolicyRule } from '#server/config/policy.ts';
import { hasGate } from '#server/login/policy/satisfies.ts';
import type { SecondToken } from '#server/login/policy/second-tokens.ts';
import type { AccountStores, FactorStores, Runtime, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { excludedResetMethods } from '#server/login/reset-methods.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Factor } from '#server/storage/repositories/factors.ts';
import { canDependOnOneChannel } from './check-channels.ts';
import { methodsOfFactorType } from './factor-methods.ts';
import { canSignIn, methodsOfPerson, satisfiesWithProofs } from './strength.ts';

/** A change of a person's factors: the methods of the factor, and whether the factor is added. */
export type FactorChange = { readonly methods: readonly SecondToken[]; readonly isAddition: boolean };

/** Whether the proven methods satisfy all policies, including policies under which the person cannot sign in yet. */
export async function satisfiesAllPolicies(
  portal: Runtime & Settings & AccountStores & FactorStores,
  account: Account,
  provenMethods: readonly SecondToken[],
  rules: readonly PolicyRule[],
): Promise<boolean> {
  for (const rule of rules) {
    const excludedMethods: readonly string[] = await excludedResetMethods(portal, account, rule);
    if (
      !satisfiesWithProofs(
        provenMethods.filter((name) => !excludedMethods.includes(name)),
        rule,
      )
    )
      return false;
  }
  return true;
}

/** Whether the proven methods satisfy all policies under which the person can sign in. */
export async function satisfiesUsablePolicies(
  portal: Runtime & Settings & AccountStores & FactorStores,
  account: Account,
  provenMethods: readonly SecondToken[],
  rules: readonly PolicyRule[],
): Promise<boolean> {
  const personMethods = await methodsOfPerson(portal, account);
  return satisfiesAllPolicies(
    portal,
    account,
    provenMethods,
    rules.filter((rule) => canSignIn(personMethods, rule)),
  );
}

/**
 * @throws Refusal 403 `tooWeak` when the proven methods do not satisfy all policies under which the person can sign in
 */
export async function checkProofStrength(...args: Parameters<typeof satisfiesUsablePolicies>): Promise<void> {
  if (!(await satisfiesUsablePolicies(...args))) throw new Refusal(403, 'tooWeak');
}

/** Whether a policy requires two factors: a password gate and a method, or two steps. */
const requiresTwoFactors = (rule: PolicyRule): boolean => rule.secondAuth || hasGate(rule);

/** Whether the person can sign in under a policy with a registered factor in addition to the password. */
function canSignInWithFactor(
  rule: PolicyRule,
  personMethods: readonly SecondToken[],
  factors: readonly Factor[],
): boolean {
  const registered = factors
    .flatMap(({ type }) => methodsOfFactorType(type))
    .filter((name) => personMethods.includes(name));
  const isAccepted = (name: SecondToken): boolean =>
    rule.secondAuth
      ? rule.secondTokenPriority[name] !== undefined
      : name !== 'qrCode' && rule.methods.includes(name);
  return canSignIn(personMethods, rule) && registered.some(isAccepted);
}

/**
 * Checks the proofs for the registration of a factor without which the person cannot sign in under a policy of two
 * factors: two proofs that do not depend on the same channel (rule 242).
 * @param rules the policies of the services that accept the factor
 * @throws Refusal 403 `otherChannel` or `administratorFirst`
 */
export async function checkFirstAdditionalFactor(
  portal: Runtime & Settings & AccountStores & FactorStores,
  account: Account,
  provenMethods: readonly SecondToken[],
  rules: readonly PolicyRule[],
  { methods }: FactorChange,
): Promise<void> {
  const { first: requirement } = portal.config.registration;
  if (requirement === 'anyChannel') return;
  const personMethods = await methodsOfPerson(portal, account);
  const factors = await portal.factors.of(account.userId);
  const canSignInAfterwards = (rule: PolicyRule): boolean =>
    canSignIn([...personMethods, 'pw', ...methods], rule);
  const isFirstAdditionalFactorFor = (rule: PolicyRule): boolean =>
    requiresTwoFactors(rule) &&
    !canSignInWithFactor(rule, personMethods, factors) &&
    canSignInAfterwards(rule);
  if (!rules.some(isFirstAdditionalFactorFor)) return;
  if (provenMethods.includes('emergencyCode')) return;
  if (requirement === 'administrator') throw new Refusal(403, 'administratorFirst');
  if (await canDependOnOneChannel(portal, account, provenMethods)) throw new Refusal(403, 'otherChannel');
}
