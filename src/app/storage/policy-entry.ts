import type { Policy, StoredPolicy } from '#machines/shared/policy.ts';
import { isRecord } from './is-record.ts';

/**
 * Fields of a stored policy that must be objects. A policy that an earlier version has stored may lack some of them.
 */
const OBJECT_FIELDS = ['allowed', 'userTokens', 'cubeLogin', 'selfAuth', 'secondTokenPriority'];

const isPolicy = (value: unknown): value is Policy =>
  isRecord(value) &&
  typeof value['policyId'] === 'string' &&
  OBJECT_FIELDS.every((field) => isRecord(value[field])) &&
  (value['fixedToken'] === null ||
    (isRecord(value['fixedToken']) && typeof value['fixedToken']['tokenCode'] === 'string'));

/** The policy in a storage entry. Null for an invalid entry: the portal then fetches the policy again. */
export function policyOf(value: unknown): StoredPolicy | null {
  if (!isRecord(value)) return null;
  const { userId, clientId, policy } = value;
  if (typeof userId !== 'string' || typeof clientId !== 'string' || !isPolicy(policy)) return null;
  return { userId, clientId, policy };
}
