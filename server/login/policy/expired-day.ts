import type { Account } from '#server/storage/repositories/accounts.ts';
import type { StoredPassword } from '#server/storage/repositories/passwords.ts';
import type { LocalTime } from './local-time.ts';

/** The value of `expiredDay` for the first login of an administrator (spec sections 6 and 9). */
const FIRST_ADMIN_LOGIN = '1901-01-01 01:21:17';

/**
 * The value of `expiredDay` for a password that has to be changed before the login can finish: the end of the last day
 * of the password, or empty for the initial password of a user (rule 130). Null when the password need not be changed.
 */
export function expiredDayOf(
  { role }: Account,
  password: StoredPassword,
  { date }: LocalTime,
): string | null {
  if (password.isInitial) return role === 'admin' ? FIRST_ADMIN_LOGIN : '';
  return password.expiresOn !== null && password.expiresOn < date ? `${password.expiresOn} 23:59:59` : null;
}
