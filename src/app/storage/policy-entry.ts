import type { Policy, StoredPolicy } from '#machines/shared/policy.ts';
import { isRecord } from './is-record.ts';

/** Objects that a stored policy must have; an entry of an earlier version may lack some. */
const POLICY_GROUPS = ['allowed', 'userTokens', 'cubeLogin', 'selfAuth', 'secondTokenPriority'];

const isPolicy = (given: unknown): given is Policy =>
  isRecord(given) &&
  typeof given['policyId'] === 'string' &&
  POLICY_GROUPS.every((group) => isRecord(given[group])) &&
  (given['fixedToken'] === null ||
    (isRecord(given['fixedToken']) && typeof given['fixedToken']['tokenCode'] === 'string'));

/** The policy that an entry holds; null for an invalid entry: the policy is fetched again. */
export function policyOf(given: unknown): StoredPolicy | null {
  if (!isRecord(given)) return null;
  const { userId, clientId, policy } = given;
  if (typeof userId !== 'string' || typeof clientId !== 'string' || !isPolicy(policy)) return null;
  return { userId, clientId, policy };
}
