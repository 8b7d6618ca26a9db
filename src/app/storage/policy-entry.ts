import type { Policy, StoredPolicy } from '#machines/shared/policy.ts';
import { isRecord } from './is-record.ts';

/** Objects that a stored policy must have; an entry of an earlier version may lack some. */
const POLICY_GROUPS = ['allowed', 'userTokens', 'cubeLogin', 'selfAuth', 'secondTokenPriority'];

const isPolicy = (value: unknown): value is Policy =>
  isRecord(value) &&
  typeof value['policyId'] === 'string' &&
  POLICY_GROUPS.every((group) => isRecord(value[group])) &&
  (value['fixedToken'] === null ||
    (isRecord(value['fixedToken']) && typeof value['fixedToken']['tokenCode'] === 'string'));

/** The policy in an entry; null for an invalid entry: the policy is fetched again. */
export function policyOf(value: unknown): StoredPolicy | null {
  if (!isRecord(value)) return null;
  const { userId, clientId, policy } = value;
  if (typeof userId !== 'string' || typeof clientId !== 'string' || !isPolicy(policy)) return null;
  return { userId, clientId, policy };
}
