import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import type { Login } from '#server/storage/sessions/sessions.ts';
import { saveDefaultMethods } from './check-boxes.ts';
import type { EngineDeps, PendingRequest } from './pending-request.ts';
import type { Portal, Settings } from './portal.ts';
import { completedLogin } from './portal-logins.ts';
import { Refusal } from './refusal.ts';
import { updateRememberedBrowser } from './remembered-browser.ts';
import type { RequestSession } from './request-session.ts';
import type { Subject } from './require-proof.ts';
import { requireUsable } from './require-usable.ts';
import { clearResetMethod } from './reset-methods.ts';
import { applySessionRules, type ChosenSignIns, reportSignIn, signInsToEnd } from './session-rules.ts';

/** The return target of a finished login: the pending request or, without a request, the client's start address. */
export const returnTargetOf = (portal: Settings, pending: PendingRequest | null, clientId: string): string =>
  pending?.request.resumeUrl ?? portal.client(clientId)?.initiateLoginUri ?? '';

/** The request, the answer, the other sign-ins and the token that `finishLogin` handles together with a login. */
type LoginEnd = {
  readonly pending: PendingRequest | null;
  /** The answer of the call, which a repetition of the call receives again. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** The sign-ins in other browsers that the person has chosen to end; null before the person was asked. */
  readonly chosenSignIns: ChosenSignIns;
  /** Hash of the token of a held login, which is removed with the login; null when there is no token to remove. */
  readonly heldTokenHash: string | null;
};

/**
 * Signs in, in one transaction: finishes the pending request, records the login and the known browser, ends older
 * sign-ins as configured, and stores the check boxes and the answer. When two calls in one session do this for the same
 * person concurrently, only the first changes anything, and both succeed.
 * @throws Refusal 401 when the session was signed out or used by another person meanwhile; Refusal 400 with an error
 * code of the 002 family when the account was disabled meanwhile; SignedInElsewhereError when other sign-ins have to
 * end first
 */
export async function finishLogin(
  portal: Portal,
  { engines }: EngineDeps,
  requestSession: RequestSession,
  subject: Subject,
  provenLogin: HeldLogin,
  { pending, answer, chosenSignIns, heldTokenHash }: LoginEnd,
): Promise<void> {
  const { userId, clientId } = subject;
  const { methods, provedAt, steps, boxes, remembered } = provenLogin;
  const login: Login = { userId, methods, provedAt, steps, at: portal.now() };
  const { cookies, signIn, wasBrowserRemembered } = await portal.transaction(async () => {
    const [{ session, account }, browserToken] = await portal.storage.gather(() => [
      requireUsable(portal, requestSession, subject),
      portal.knownBrowsers.nextToken(userId),
    ]);
    if (session.isRetired) {
      const concurrentLogin = await portal.sessions.findLogin({ ...session, isRetired: false });
      if (concurrentLogin?.userId !== userId) throw new Refusal(401, 'notAuthorized');
      return { cookies: [], signIn: null, wasBrowserRemembered: false };
    }
    const endedSignIns = await signInsToEnd(portal, session, userId, chosenSignIns);
    await pending?.engine.finish(pending.request.id, completedLogin(login));
    const browserCookies = await updateRememberedBrowser(portal, requestSession, subject, provenLogin);
    const nextId = portal.sessions.newId();
    const cookies = [...nextId.cookies, portal.knownBrowserCookie.write(browserToken), ...browserCookies];
    const [signIn] = await portal.storage.gather(() => [
      applySessionRules(portal, account, login, requestSession.origin, endedSignIns),
      // Succeeds: the session is not retired, as was checked in this transaction.
      portal.sessions.rotateId(session, nextId),
      portal.knownBrowsers.remember(userId, browserToken),
      portal.sessions.recordLogin(session, login, requestSession.origin),
      portal.proofs.clear(session, clientId, userId),
      heldTokenHash !== null && portal.heldLogins.end(heldTokenHash),
      clearResetMethod(portal, account, methods),
      saveDefaultMethods(portal, userId, boxes),
      idempotentRequest().settle(answer, cookies),
    ]);
    return { cookies, signIn, wasBrowserRemembered: browserCookies.length > 0 };
  });
  requestSession.addCookies(cookies);
  if (!signIn) return;
  portal.audit({
    event: 'login.completed',
    account: userId,
    client: clientId,
    method: methods.join('+'),
    ...(remembered !== undefined && { way: 'remembered' }),
  });
  if (wasBrowserRemembered) portal.audit({ event: 'browser.remembered', account: userId, client: clientId });
  await reportSignIn(portal, engines, signIn);
}
