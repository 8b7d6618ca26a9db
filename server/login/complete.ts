import { isOfDirectory } from '#server/directory/ldap/of-directory.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import { hexHashOf } from '#server/storage/sessions/access-tokens.ts';
import { earnedBy, type Subject, usableBy } from './earned.ts';
import { finishLogin, onwardOf } from './finish.ts';
import { requiredChange } from './password-change.ts';
import { checkFresh, type FindRequest, markWorkedOn, requestToEnd } from './pending-request.ts';
import type { Portal } from './portal.ts';
import type { Visit } from './visit.ts';

const CHANGE_PAGE = '/change';

/** The Login result of spec section 3. */
export type LoginAnswer = {
  readonly to: string;
  readonly auth: string;
  readonly expiredDay: string;
  readonly accessToken: string;
};

/**
 * Ends a login whose steps are all proved. A password that has to be changed first leads to /change
 * with a token for that alone, and the login is held until it is changed (decision 188). Otherwise the request that the client
 * waits on is finished and the session records the login; without a request the way leads to the
 * client's start (decision 157).
 * @throws Refusal 401 when the session was signed out meanwhile, or when something was proved too early for the
 * request.
 */
export async function completeLogin(
  portal: Portal,
  findRequest: FindRequest,
  visit: Visit,
  subject: Subject,
  proved: HeldLogin,
): Promise<LoginAnswer> {
  const { userId, clientId } = subject;
  const { session, account } = await earnedBy(portal, visit, subject);
  const pending = await requestToEnd(portal, findRequest, session, clientId, proved);
  await checkFresh(portal, session, clientId, pending, proved);
  const onward = onwardOf(portal, pending, clientId);

  const password = isOfDirectory(portal.config, account) ? null : await portal.accounts.password(userId);
  const expiredDay = password && requiredChange(account, password, portal.local());
  if (expiredDay !== null) {
    const held = await portal.transaction(async () => {
      await usableBy(portal, visit, subject);
      const cookies = await portal.sessions.raise(session);
      const token = { userId, clientId, purpose: 'password-change' } as const;
      const accessToken = await portal.accessTokens.issue(session, token);
      await portal.heldLogins.hold(session, subject, hexHashOf(accessToken), proved);
      const told = { to: CHANGE_PAGE, auth: onward, expiredDay, accessToken };
      await idempotentRequest().settle(told, cookies);
      return { cookies, told };
    });
    visit.addCookies(held.cookies);
    await markWorkedOn(pending, 'proved');
    return held.told;
  }

  const told = { to: onward, auth: 'Y', expiredDay: '', accessToken: '' };
  await finishLogin(portal, visit, subject, proved, { pending, told });
  return told;
}
