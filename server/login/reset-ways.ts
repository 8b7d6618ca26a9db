import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import { SELF_AUTH_KEYS } from '#server/config/policy.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { ownedSecondTokens } from './policy/owned-tokens.ts';
import { finishingMethods, hasGate } from './policy/satisfies.ts';
import { recordedAs, SECOND_TOKENS } from './policy/second-tokens.ts';
import type { AccountStores, FactorStores, Portal, Runtime, Settings } from './portal.ts';
import { channelOf, isRecent } from './registration/origins.ts';
import { canSignIn, isEnough, rulesThatCount } from './registration/strength.ts';

/** All ways of the channel that reset the password, or by which it was created: two mails to one mailbox are one, as are app code and push. */
async function resetBy(
  { passwords, now }: Pick<Portal, 'passwords' | 'now'>,
  account: Account,
): Promise<readonly MethodKey[]> {
  const password = await passwords.find(account.userId);
  const by = password?.resetBy ?? null;
  const isOver = password?.setBy != null && !isRecent(password.setBy.at, now());
  if (by === null || isOver) return [];
  return SELF_AUTH_KEYS.filter((way) => channelOf(account, way) === channelOf(account, by));
}

/** Whether the person can sign in under a policy without these ways; one that asks for a single thing is not meant. */
async function opensWithout(
  { devices }: FactorStores,
  account: Account,
  rule: PolicyRule,
  ways: readonly MethodKey[],
): Promise<boolean> {
  if (!rule.secondAuth && !hasGate(rule)) return false;
  const own = await ownedSecondTokens(devices, account, SECOND_TOKENS);
  return canSignIn(
    own.filter((name) => !ways.includes(recordedAs(name))),
    rule,
  );
}

/**
 * The ways by which the password was reset in the last 30 days. Until `forgetReset` they do not count in addition to the
 * password while the person can sign in without them: one phone would be both factors (decision 191).
 */
export async function resetWays(
  portal: Pick<Runtime, 'now'> & AccountStores & FactorStores,
  account: Account,
  rule: PolicyRule,
): Promise<readonly MethodKey[]> {
  if (!rule.secondAuth && !hasGate(rule)) return [];
  const ways = await resetBy(portal, account);
  return ways.length > 0 && (await opensWithout(portal, account, rule, ways)) ? ways : [];
}

/** The methods that end a first step, without a way that has reset the password of its gate (decision 191). */
export async function methodsAfterGate(
  portal: Pick<Runtime, 'now'> & AccountStores & FactorStores,
  account: Account,
  rule: PolicyRule,
): Promise<readonly MethodKey[]> {
  const ways = hasGate(rule) ? await resetWays(portal, account, rule) : [];
  return finishingMethods(rule).filter((method) => !ways.includes(method));
}

/**
 * A login by another token in addition to the password ends the effect of its reset, where without the ways of the reset
 * it is enough at every service at which they count: else the login at one service would count one thing twice at another
 * (decision 191).
 */
export async function forgetReset(
  portal: Runtime & Settings & AccountStores & FactorStores,
  account: Account,
  methods: readonly MethodKey[],
): Promise<void> {
  if (methods.length === 1) return;
  const ways = await resetBy(portal, account);
  const others = methods.filter((method) => !ways.includes(method));
  if (ways.length === 0 || others.every((method) => method === 'pw')) return;
  for (const rule of await rulesThatCount(portal, account.userId, ways)) {
    if ((await opensWithout(portal, account, rule, ways)) && !isEnough(others, rule)) return;
  }
  await portal.passwords.forgetReset(account.userId);
}

/** What counts as used by a first step, and not again as the second. */
export const usedMethods = async (
  portal: Pick<Runtime, 'now'> & AccountStores & FactorStores,
  account: Account,
  rule: PolicyRule,
  methods: readonly MethodKey[],
): Promise<readonly MethodKey[]> => [
  ...methods,
  ...(methods.includes('pw') ? await resetWays(portal, account, rule) : []),
];
