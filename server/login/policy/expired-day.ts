import type { Account } from '#server/storage/repositories/accounts.ts';
import type { StoredPassword } from '#server/storage/repositories/passwords.ts';
import type { LocalTime } from './local-time.ts';

/** The expiredDay that marks an administrator's first login (spec sections 6 and 9). */
const FIRST_ADMIN_LOGIN = '1901-01-01 01:21:17';

/**
 * The expiredDay of a password that must be changed before the login can finish: the sentinel, the end of the
 * password's last day, or empty for a user's initial password (rule 130). Null when the password need not be changed.
 */
export function expiredDayOf(
  { role }: Account,
  password: StoredPassword,
  { date }: LocalTime,
): string | null {
  if (password.isInitial) return role === 'admin' ? FIRST_ADMIN_LOGIN : '';
  return password.expiresOn !== null && password.expiresOn < date ? `${password.expiresOn} 23:59:59` : null;
}
