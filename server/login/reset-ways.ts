import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import { SELF_AUTH_KEYS } from '#server/config/policy.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { ownedSecondTokens } from './policy/owned-tokens.ts';
import { finishingMethods, hasGate } from './policy/satisfies.ts';
import { recordedAs, SECOND_TOKENS } from './policy/second-tokens.ts';
import type { AccountStores, FactorStores, Portal } from './portal.ts';
import { canSignIn } from './registration/strength.ts';

/** App code and push are the same device. */
const APP: readonly MethodKey[] = ['mobileOtp', 'push'];

const waysOf = (resetBy: string | null): readonly MethodKey[] => {
  const way = SELF_AUTH_KEYS.find((key) => key === resetBy);
  if (!way) return [];
  return APP.includes(way) ? APP : [way];
};

const resetBy = async (
  { passwords }: Pick<Portal, 'passwords'>,
  userId: string,
): Promise<readonly MethodKey[]> => waysOf((await passwords.find(userId))?.resetBy ?? null);

/**
 * The ways by which the password was reset. Until a login by another token has ended they do not count in addition to the
 * password while the person can sign in without them: one phone would be both factors (decision 191).
 */
export async function resetWays(
  portal: AccountStores & FactorStores,
  account: Account,
  rule: PolicyRule,
): Promise<readonly MethodKey[]> {
  if (!rule.secondAuth && !hasGate(rule)) return [];
  const ways = await resetBy(portal, account.userId);
  if (ways.length === 0) return [];
  const own = await ownedSecondTokens(portal.devices, account, SECOND_TOKENS);
  const left = own.filter((name) => !ways.includes(recordedAs(name)));
  return canSignIn(left, rule) ? ways : [];
}

/** The methods that end a first step, without a way that has reset the password of its gate (decision 191). */
export async function methodsAfterGate(
  portal: AccountStores & FactorStores,
  account: Account,
  rule: PolicyRule,
): Promise<readonly MethodKey[]> {
  const ways = hasGate(rule) ? await resetWays(portal, account, rule) : [];
  return finishingMethods(rule).filter((method) => !ways.includes(method));
}

/** A login by another token in addition to the password ends the effect of its reset (decision 191). */
export async function forgetReset(
  portal: Pick<Portal, 'passwords'>,
  userId: string,
  methods: readonly MethodKey[],
): Promise<void> {
  const ways: readonly MethodKey[] = ['pw', ...(await resetBy(portal, userId))];
  if (methods.length > 1 && methods.some((method) => !ways.includes(method)))
    await portal.passwords.forgetReset(userId);
}

/** What counts as used by a first step, and not again as the second. */
export const usedMethods = async (
  portal: AccountStores & FactorStores,
  account: Account,
  rule: PolicyRule,
  methods: readonly MethodKey[],
): Promise<readonly MethodKey[]> => [
  ...methods,
  ...(methods.includes('pw') ? await resetWays(portal, account, rule) : []),
];
