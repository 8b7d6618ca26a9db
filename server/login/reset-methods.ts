import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import { SELF_AUTH_KEYS } from '#server/config/policy.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { finishingMethods, hasGate } from './policy/satisfies.ts';
import { recordedAs, SECOND_TOKENS } from './policy/second-tokens.ts';
import { usableSecondTokens } from './policy/usable-tokens.ts';
import type { AccountStores, FactorStores, Portal, Runtime, Settings } from './portal.ts';
import { channelOf, dependsOnCheck } from './registration/check-channels.ts';
import { canSignIn, rulesAccepting, satisfiesWithProofs } from './registration/strength.ts';

/** All identity methods with the channel on which the password was created or reset in the last 30 days. */
async function resetChannelMethods(
  { passwords, now }: Pick<Portal, 'passwords' | 'now'>,
  account: Account,
): Promise<readonly MethodKey[]> {
  const password = await passwords.find(account.userId);
  const resetMethod = password?.resetMethod ?? null;
  const isResetTooOld = password?.identityCheck != null && !dependsOnCheck(password.identityCheck.at, now());
  if (resetMethod === null || isResetTooOld) return [];
  return SELF_AUTH_KEYS.filter((method) => channelOf(account, method) === channelOf(account, resetMethod));
}

/** Whether a policy requires two factors, and the person can satisfy it without the excluded methods. */
async function canSignInWithout(
  { devices }: FactorStores,
  account: Account,
  rule: PolicyRule,
  excludedMethods: readonly MethodKey[],
): Promise<boolean> {
  if (!rule.secondAuth && !hasGate(rule)) return false;
  const usableTokens = await usableSecondTokens(devices, account, SECOND_TOKENS);
  return canSignIn(
    usableTokens.filter((name) => !excludedMethods.includes(recordedAs(name))),
    rule,
  );
}

/**
 * The identity methods that a policy of two factors does not accept in addition to the password, because the password
 * was reset with them in the last 30 days: one phone would be both factors (rule 191). Empty when the person cannot
 * sign in without these methods. The exclusion ends with `clearResetMethod`.
 */
export async function excludedResetMethods(
  portal: Pick<Runtime, 'now'> & AccountStores & FactorStores,
  account: Account,
  rule: PolicyRule,
): Promise<readonly MethodKey[]> {
  if (!rule.secondAuth && !hasGate(rule)) return [];
  const resetMethods = await resetChannelMethods(portal, account);
  return resetMethods.length > 0 && (await canSignInWithout(portal, account, rule, resetMethods))
    ? resetMethods
    : [];
}

/**
 * The methods that may finish the first step, without the methods that have reset the password of its gate (rule 191).
 */
export async function methodsAfterGate(
  portal: Pick<Runtime, 'now'> & AccountStores & FactorStores,
  account: Account,
  rule: PolicyRule,
): Promise<readonly MethodKey[]> {
  const resetMethods = hasGate(rule) ? await excludedResetMethods(portal, account, rule) : [];
  return finishingMethods(rule).filter((method) => !resetMethods.includes(method));
}

/**
 * Ends the exclusion of the methods that have reset the password, after a login with the password and another method.
 * The login has to satisfy the policies of all services that accept the excluded methods, without these methods (rule
 * 191).
 */
export async function clearResetMethod(
  portal: Runtime & Settings & AccountStores & FactorStores,
  account: Account,
  methods: readonly MethodKey[],
): Promise<void> {
  if (methods.length === 1) return;
  const resetMethods = await resetChannelMethods(portal, account);
  const otherMethods = methods.filter((method) => !resetMethods.includes(method));
  if (resetMethods.length === 0 || otherMethods.every((method) => method === 'pw')) return;
  for (const rule of await rulesAccepting(portal, account.userId, resetMethods)) {
    if (
      (await canSignInWithout(portal, account, rule, resetMethods)) &&
      !satisfiesWithProofs(otherMethods, rule)
    )
      return;
  }
  await portal.passwords.clearResetMethod(account.userId);
}

/** The methods that a first step has used, and that therefore do not count in the second step. */
export const usedMethods = async (
  portal: Pick<Runtime, 'now'> & AccountStores & FactorStores,
  account: Account,
  rule: PolicyRule,
  methods: readonly MethodKey[],
): Promise<readonly MethodKey[]> => [
  ...methods,
  ...(methods.includes('pw') ? await excludedResetMethods(portal, account, rule) : []),
];
