import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import { SELF_AUTH_KEYS } from '#server/config/policy.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { ownedSecondTokens } from './policy/owned-tokens.ts';
import { finishingMethods, hasGate } from './policy/satisfies.ts';
import { recordedAs, SECOND_TOKENS } from './policy/second-tokens.ts';
import type { AccountStores, FactorStores, Portal } from './portal.ts';
import { channelOf } from './registration/origins.ts';
import { canSignIn } from './registration/strength.ts';

/** All ways of the channel that reset the password, or by which it was created: two mails to one mailbox are one, as are app code and push. */
async function resetBy(
  { passwords }: Pick<Portal, 'passwords'>,
  account: Account,
): Promise<readonly MethodKey[]> {
  const by = (await passwords.find(account.userId))?.resetBy ?? null;
  if (by === null) return [];
  return SELF_AUTH_KEYS.filter((way) => channelOf(account, way) === channelOf(account, by));
}

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
  const ways = await resetBy(portal, account);
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
  account: Account,
  methods: readonly MethodKey[],
): Promise<void> {
  if (methods.length === 1) return;
  const ways: readonly MethodKey[] = ['pw', ...(await resetBy(portal, account))];
  if (methods.some((method) => !ways.includes(method))) await portal.passwords.forgetReset(account.userId);
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
