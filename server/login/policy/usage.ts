import type { Account } from '#server/storage/repositories/accounts.ts';
import { isWithinHours, isWithinPeriod, type LocalTime } from './local-time.ts';

/** Why an account may not be used now (spec section 8, 002 family). */
export type UsageCode = '002' | '002_1' | '002_2' | '002_3';

/** Null when the account may be used. */
export function usageRefusal(account: Account, local: LocalTime): UsageCode | null {
  if (account.status === 'disabled') return '002';
  if (account.status === 'blocked') return '002_3';
  if (account.usagePeriod && !isWithinPeriod(local, account.usagePeriod)) return '002_1';
  return account.usageHours && !isWithinHours(local, account.usageHours) ? '002_2' : null;
}
