import type { ErrorReason } from '#i18n/error-catalogue.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { isWithinHours, isWithinPeriod, type LocalTime } from './local-time.ts';

/** Codes of accounts that may not be used now (spec section 8, 002 family). */
type UsageCode = '002' | '002_1' | '002_2' | '002_3';

/** Why an account may not be used now. */
export type UsageRefusal = {
  readonly errCode: UsageCode;
  /** Reason of a suspension, which an identity check ends (rule 230). */
  readonly reason?: Extract<ErrorReason, 'accountDormant' | 'signInShut'>;
};

const SUSPENSION_REFUSALS: Readonly<Record<NonNullable<Account['suspended']>, UsageRefusal>> = {
  dormant: { errCode: '002_1', reason: 'accountDormant' },
  reported: { errCode: '002_3', reason: 'signInShut' },
};

/** Null when the account may be used, or is only suspended: an identity check ends a suspension. */
export function usageRefusalIgnoringSuspension(account: Account, local: LocalTime): UsageRefusal | null {
  if (account.status === 'disabled') return { errCode: '002' };
  if (account.status === 'blocked') return { errCode: '002_3' };
  if (account.usagePeriod && !isWithinPeriod(local, account.usagePeriod)) return { errCode: '002_1' };
  return account.usageHours && !isWithinHours(local, account.usageHours) ? { errCode: '002_2' } : null;
}

/** Null when the account may be used. */
export const usageRefusal = (account: Account, local: LocalTime): UsageRefusal | null =>
  usageRefusalIgnoringSuspension(account, local) ??
  (account.suspended === null ? null : SUSPENSION_REFUSALS[account.suspended]);

/** @throws Refusal 400 of the 002 family when the account may not be used. */
export function checkUsage(account: Account, local: LocalTime): void {
  const refusal = usageRefusal(account, local);
  if (!refusal) return;
  const { errCode, reason } = refusal;
  throw new Refusal(400, errCode, reason === undefined ? {} : { reason });
}
