import type { ErrorReason } from '#i18n/error-catalogue.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { isWithinHours, isWithinPeriod, type LocalTime } from './local-time.ts';

/** The error codes of accounts that may not be used now (spec section 8, 002 family). */
type UsageCode = '002' | '002_1' | '002_2' | '002_3';

/** Why an account may not be used now. */
export type UsageRefusal = {
  readonly errCode: UsageCode;
  /** The reason of a suspension, which ends with an identity check (rule 230). */
  readonly reason?: Extract<ErrorReason, 'accountDormant' | 'signInShut'>;
};

const SUSPENSION_REFUSALS: Readonly<Record<NonNullable<Account['suspended']>, UsageRefusal>> = {
  dormant: { errCode: '002_1', reason: 'accountDormant' },
  reported: { errCode: '002_3', reason: 'signInShut' },
};

/**
 * Why an account may not be used now, apart from a suspension, which the person can end with an identity check. Null
 * when there is no such reason.
 */
export function usageRefusalIgnoringSuspension(account: Account, time: LocalTime): UsageRefusal | null {
  if (account.status === 'disabled') return { errCode: '002' };
  if (account.status === 'blocked') return { errCode: '002_3' };
  if (account.usagePeriod && !isWithinPeriod(time, account.usagePeriod)) return { errCode: '002_1' };
  return account.usageHours && !isWithinHours(time, account.usageHours) ? { errCode: '002_2' } : null;
}

/** Why an account may not be used now; null when it may be used. */
export const usageRefusal = (account: Account, time: LocalTime): UsageRefusal | null =>
  usageRefusalIgnoringSuspension(account, time) ??
  (account.suspended === null ? null : SUSPENSION_REFUSALS[account.suspended]);

/** @throws Refusal 400 with an error code of the 002 family when the account may not be used now */
export function checkUsage(account: Account, time: LocalTime): void {
  const refusal = usageRefusal(account, time);
  if (!refusal) return;
  const { errCode, reason } = refusal;
  throw new Refusal(400, errCode, reason === undefined ? {} : { reason });
}
