import type { PolicyRule } from '#server/config/policy.ts';
import { hasGate } from '#server/login/policy/satisfies.ts';
import type { SecondToken } from '#server/login/policy/second-tokens.ts';
import type { AccountStores, FactorStores, Runtime, Settings } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { resetMethods } from '#server/login/reset-methods.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Factor } from '#server/storage/repositories/factors.ts';
import { canDependOnOneChannel } from './check-channels.ts';
import { methodsOf } from './factor-methods.ts';
import { canSignIn, methodsOfPerson, satisfiesWithProofs } from './strength.ts';

/** A change of factors: the methods concerned, and whether a factor is added. */
export type FactorChange = { readonly methods: readonly SecondToken[]; readonly isAddition: boolean };

/** Whether the proofs satisfy each of these policies, also those under which the person cannot sign in yet. */
export async function satisfiesAllPolicies(
  portal: Runtime & Settings & AccountStores & FactorStores,
  account: Account,
  proved: readonly SecondToken[],
  rules: readonly PolicyRule[],
): Promise<boolean> {
  for (const rule of rules) {
    const excludedMethods: readonly string[] = await resetMethods(portal, account, rule);
    if (
      !satisfiesWithProofs(
        proved.filter((name) => !excludedMethods.includes(name)),
        rule,
      )
    )
      return false;
  }
  return true;
}

/** Whether the proofs satisfy each of these policies under which the person can sign in. */
export async function satisfiesUsablePolicies(
  portal: Runtime & Settings & AccountStores & FactorStores,
  account: Account,
  proved: readonly SecondToken[],
  rules: readonly PolicyRule[],
): Promise<boolean> {
  const own = await methodsOfPerson(portal, account);
  return satisfiesAllPolicies(
    portal,
    account,
    proved,
    rules.filter((rule) => canSignIn(own, rule)),
  );
}

/** @throws Refusal 403 `tooWeak` unless `satisfiesUsablePolicies`. */
export async function checkProofStrength(...args: Parameters<typeof satisfiesUsablePolicies>): Promise<void> {
  if (!(await satisfiesUsablePolicies(...args))) throw new Refusal(403, 'tooWeak');
}

/** Whether a policy requires two factors: a password gate and a method, or two steps. */
const needsTwoFactors = (rule: PolicyRule): boolean => rule.secondAuth || hasGate(rule);

/** Whether the person can sign in under a policy with a factor of their own in addition to the password. */
function hasFactor(rule: PolicyRule, own: readonly SecondToken[], factors: readonly Factor[]): boolean {
  const registered = factors.flatMap(({ type }) => methodsOf(type)).filter((name) => own.includes(name));
  const isAccepted = (name: SecondToken): boolean =>
    rule.secondAuth
      ? rule.secondTokenPriority[name] !== undefined
      : name !== 'qrCode' && rule.methods.includes(name);
  return canSignIn(own, rule) && registered.some(isAccepted);
}

/**
 * Checks the registration of the first factor that lets the person satisfy a policy of two factors: it needs two proofs
 * that do not come from one channel (rule 242).
 * @throws Refusal 403 `otherChannel` or `administratorFirst`.
 */
export async function checkFirstFactor(
  portal: Runtime & Settings & AccountStores & FactorStores,
  account: Account,
  proved: readonly SecondToken[],
  rules: readonly PolicyRule[],
  { methods }: FactorChange,
): Promise<void> {
  const { first } = portal.config.registration;
  if (first === 'anyChannel') return;
  const own = await methodsOfPerson(portal, account);
  const all = await portal.factors.of(account.userId);
  const isCompleted = (rule: PolicyRule): boolean => canSignIn([...own, 'pw', ...methods], rule);
  if (!rules.some((rule) => needsTwoFactors(rule) && !hasFactor(rule, own, all) && isCompleted(rule))) return;
  if (proved.includes('emergencyCode')) return;
  if (first === 'administrator') throw new Refusal(403, 'administratorFirst');
  if (await canDependOnOneChannel(portal, account, proved)) throw new Refusal(403, 'otherChannel');
}
