import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import type { StoredPassword } from '#server/storage/repositories/passwords.ts';
import { hexHashOf } from '#server/storage/sessions/access-tokens.ts';
import type { LoginAnswer } from './login-answer.ts';
import type { LocalTime } from './policy/local-time.ts';
import type { Portal } from './portal.ts';
import type { RequestSession } from './request-session.ts';
import { requireUsable, type Subject } from './require-proof.ts';

const CHANGE_PAGE = '/change';

/** The expiredDay by which an administrator's first login is known (spec sections 6 and 9). */
const FIRST_ADMIN_LOGIN = '1901-01-01 01:21:17';

/**
 * The expiredDay of a password that must be changed before the login can finish: the sentinel, the end of the
 * password's last day, or empty for a user's initial password (decision 130). Null when the password is good.
 */
export function requiredChange(
  { role }: Account,
  password: StoredPassword,
  { date }: LocalTime,
): string | null {
  if (password.isInitial) return role === 'admin' ? FIRST_ADMIN_LOGIN : '';
  return password.expiresOn !== null && password.expiresOn < date ? `${password.expiresOn} 23:59:59` : null;
}

/**
 * Holds a login until its password is changed (decision 188): the answer leads to /change with a token for that alone.
 * @throws Refusal 401 when the session was signed out meanwhile.
 */
export const holdForChange = (
  portal: Portal,
  requestSession: RequestSession,
  subject: Subject,
  proved: HeldLogin,
  { to, expiredDay }: Pick<LoginAnswer, 'to' | 'expiredDay'>,
): Promise<{ readonly cookies: readonly string[]; readonly answer: LoginAnswer }> =>
  portal.transaction(async () => {
    const { session } = await requireUsable(portal, requestSession, subject);
    const cookies = await portal.sessions.raise(session);
    const token = { ...subject, purpose: 'password-change' } as const;
    const accessToken = await portal.accessTokens.issue(session, token);
    await portal.heldLogins.hold(session, subject, hexHashOf(accessToken), proved);
    const answer = { to: CHANGE_PAGE, auth: to, expiredDay, accessToken };
    await idempotentRequest().settle(answer, cookies);
    return { cookies, answer };
  });
