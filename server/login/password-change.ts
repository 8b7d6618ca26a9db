import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import { hexHashOf } from '#server/storage/sessions/access-tokens.ts';
import type { LoginAnswer } from './login-answer.ts';
import type { Portal } from './portal.ts';
import type { RequestSession } from './request-session.ts';
import type { Subject } from './require-proof.ts';
import { requireUsable } from './require-usable.ts';

const CHANGE_PAGE = '/change';

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
