import type { Account } from '#server/db/accounts.ts';
import { Refusal } from '#server/http/refusal.ts';
import { usageRefusal } from '#server/policy/usage.ts';
import type { Portal } from '#server/portal.ts';

/**
 * Passes when the password is the account's and the account may be used. Whether an account is
 * disabled or out of its usage is told to its owner alone: after a right password.
 * @param failed is called for a password that was looked at and is wrong.
 * @throws Refusal 400 with 001 and 001_1 with their counters, or a code of the 002 family.
 */
export async function provePassword(
  portal: Portal,
  account: Account,
  password: string,
  failed: () => void,
): Promise<void> {
  const verdict = await portal.verifyPassword(account.userId, password);
  const maxCount = portal.config.lock.maxFailures;
  if (verdict === 'locked') throw new Refusal(400, '001_1', { details: { failCount: maxCount, maxCount } });
  if (verdict !== 'right') {
    failed();
    const errCode = verdict.failures < maxCount ? '001' : '001_1';
    throw new Refusal(400, errCode, { details: { failCount: verdict.failures, maxCount } });
  }
  const refusal = usageRefusal(account, portal.local());
  if (refusal) throw new Refusal(400, refusal);
}
