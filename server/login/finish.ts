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
import { forgetReset } from './reset-methods.ts';
import { applySessionRules, type ChosenSignIns, reportSignIn, signInsToEnd } from './session-rules.ts';

/** Where a finished login leads: to the pending request, else to the client's start address. */
export const returnTargetOf = (portal: Settings, pending: PendingRequest | null, clientId: string): string =>
  pending?.request.resumeUrl ?? portal.client(clientId)?.initiateLoginUri ?? '';

/** The pending request, the answer and the held token with which a login is finished. */
type LoginEnd = {
  readonly pending: PendingRequest | null;
  readonly answer: Readonly<Record<string, unknown>>;
  readonly chosenEnds: ChosenSignIns;
  /** Hash of the token that held the login; null when it was not held. */
  readonly heldTokenHash: string | null;
};

/**
 * Signs in, in one transaction: finishes the pending request, records the login and the known browser, ends older
 * sign-ins as configured, and stores the check boxes and the answer. Of two concurrent calls for one person only one
 * does so, and both succeed.
 * @throws Refusal 401 when the session was signed out or used by another person meanwhile; 400 of the 002 family when
 * the account was disabled meanwhile; SignedInElsewhereError when other sign-ins have to end first
 */
export async function finishLogin(
  portal: Portal,
  { engines }: EngineDeps,
  requestSession: RequestSession,
  { userId, clientId }: Subject,
  held: HeldLogin,
  { pending, answer, chosenEnds, heldTokenHash }: LoginEnd,
): Promise<void> {
  const { methods, provedAt, steps, boxes, remembered } = held;
  const login: Login = { userId, methods, provedAt, steps, at: portal.now() };
  const { cookies, signIn, isRemembered } = await portal.transaction(async () => {
    const [{ session, account }, token] = await portal.storage.gather(() => [
      requireUsable(portal, requestSession, { userId, clientId }),
      portal.knownBrowsers.nextToken(userId),
    ]);
    if (session.isRetired) {
      const other = await portal.sessions.findLogin({ ...session, isRetired: false });
      if (other?.userId !== userId) throw new Refusal(401, 'notAuthorized');
      return { cookies: [], signIn: null, isRemembered: false };
    }
    const endedSignIns = await signInsToEnd(portal, session, userId, chosenEnds);
    await pending?.engine.finish(pending.request.id, completedLogin(login));
    const browserCookies = await updateRememberedBrowser(portal, requestSession, { userId, clientId }, held);
    const nextId = portal.sessions.newId();
    const cookies = [...nextId.cookies, portal.knownBrowserCookie.write(token), ...browserCookies];
    const [signIn] = await portal.storage.gather(() => [
      applySessionRules(portal, account, login, requestSession.origin, endedSignIns),
      // The id is current in this transaction, so this call replaces it.
      portal.sessions.rotateId(session, nextId),
      portal.knownBrowsers.remember(userId, token),
      portal.sessions.recordLogin(session, login, requestSession.origin),
      portal.proofs.clear(session, clientId, userId),
      heldTokenHash !== null && portal.heldLogins.end(heldTokenHash),
      forgetReset(portal, account, methods),
      saveDefaultMethods(portal, userId, boxes),
      idempotentRequest().settle(answer, cookies),
    ]);
    return { cookies, signIn, isRemembered: browserCookies.length > 0 };
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
  if (isRemembered) portal.audit({ event: 'browser.remembered', account: userId, client: clientId });
  await reportSignIn(portal, engines, signIn);
}
