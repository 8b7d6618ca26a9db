import type { MethodKey, PolicyRule } from '#server/config/policy.ts';
import { SELF_AUTH_KEYS } from '#server/config/policy.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { ownsSecondToken } from './policy/owned-tokens.ts';
import { secondTokens } from './policy/second-tokens.ts';
import type { Portal } from './portal.ts';

/** The app by its code and by a push is one device. */
const APP: readonly MethodKey[] = ['mobileOtp', 'push'];

const waysOf = (resetBy: string | null): readonly MethodKey[] => {
  const way = SELF_AUTH_KEYS.find((key) => key === resetBy);
  if (!way) return [];
  return APP.includes(way) ? APP : [way];
};

/**
 * The ways by which the password of a first step was reset. Until a login of two steps has ended they do not
 * count as the second while the person owns another token that the policy ranks: one phone would be both factors
 * (decision 191).
 */
export async function resetWays(
  { accounts, devices }: Portal,
  account: Account,
  rule: PolicyRule,
  methods: readonly MethodKey[],
): Promise<readonly MethodKey[]> {
  const resetBy = methods.includes('pw')
    ? ((await accounts.password(account.userId))?.resetBy ?? null)
    : null;
  const ways = waysOf(resetBy);
  const left = ways.length > 0 ? secondTokens(rule, [...methods, ...ways]) : [];
  return (await ownsSecondToken(devices, account, ...left)) ? ways : [];
}

/** What counts as used by a first step, and not again as the second. */
export const usedBy = async (
  portal: Portal,
  account: Account,
  rule: PolicyRule,
  methods: readonly MethodKey[],
): Promise<readonly MethodKey[]> => [...methods, ...(await resetWays(portal, account, rule, methods))];
