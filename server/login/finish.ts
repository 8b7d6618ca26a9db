import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import type { Login } from '#server/storage/sessions/sessions.ts';
import { keepBoxes } from './boxes.ts';
import type { EngineDeps, PendingRequest } from './pending-request.ts';
import type { Portal, Settings } from './portal.ts';
import { completedLogin } from './portal-logins.ts';
import { Refusal } from './refusal.ts';
import { keepRemembered } from './remembered-browser.ts';
import type { RequestSession } from './request-session.ts';
import type { Subject } from './require-proof.ts';
import { requireUsable } from './require-usable.ts';
import { forgetReset } from './reset-ways.ts';
import { applySessionRules, type ChosenEnds, signInsToEnd, tellOfSignIn } from './session-rules.ts';

/** The target of a login: the pending request, else the client's start address. */
export const returnTargetOf = (portal: Settings, pending: PendingRequest | null, clientId: string): string =>
  pending?.request.resumeUrl ?? portal.client(clientId)?.initiateLoginUri ?? '';

/** What a login ends: the request that waits for it, and the answer to the person. */
type LoginEnd = {
  readonly pending: PendingRequest | null;
  readonly answer: Readonly<Record<string, unknown>>;
  readonly ends: ChosenEnds;
  /** The hash of the token for which the login was held until now; null where it was not. */
  readonly heldBy: string | null;
};

/**
 * Signs in, atomically: the request that the client waits on is finished, the session records the login, the
 * browser is known from then on, older sign-ins end where the operator wants it, the check boxes and the answer are
 * stored. Of two concurrent calls for one person only one does so, and both succeed.
 * @throws Refusal 401 when the session was signed out meanwhile, or somebody else's login has ended in it;
 * 400 of the 002 family when the account was disabled meanwhile; SignedInElsewhere when other sign-ins have to end first
 */
export async function finishLogin(
  portal: Portal,
  { engines }: EngineDeps,
  requestSession: RequestSession,
  { userId, clientId }: Subject,
  held: HeldLogin,
  { pending, answer, ends, heldBy }: LoginEnd,
): Promise<void> {
  const { methods, provedAt, steps, boxes, remembered } = held;
  const login: Login = { userId, methods, provedAt, steps, at: portal.now() };
  const { cookies, signIn, isRemembered } = await portal.transaction(async () => {
    const { session, account } = await requireUsable(portal, requestSession, { userId, clientId });
    if (session.isRetired) {
      const other = await portal.sessions.login({ ...session, isRetired: false });
      if (other?.userId !== userId) throw new Refusal(401, 'notEarned');
      return { cookies: [], signIn: null, isRemembered: false };
    }
    const replaced = await signInsToEnd(portal, session, userId, ends);
    await pending?.engine.finish(pending.request.id, completedLogin(login));
    const [signIn, risen, token] = await portal.storage.gather(() => [
      applySessionRules(portal, account, login, requestSession.origin, replaced),
      portal.sessions.rotateId(session),
      portal.knownBrowsers.remember(userId),
      portal.sessions.recordLogin(session, login, requestSession.origin),
      portal.proofs.spend(session, clientId, userId),
      heldBy !== null && portal.heldLogins.end(heldBy),
      forgetReset(portal, account, methods),
      keepBoxes(portal, userId, boxes),
    ]);
    const kept = await keepRemembered(portal, requestSession, { userId, clientId }, held);
    const cookies = [...risen, portal.knownBrowserCookie.write(token), ...kept];
    await idempotentRequest().settle(answer, cookies);
    return { cookies, signIn, isRemembered: kept.length > 0 };
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
  await tellOfSignIn(portal, engines, signIn);
}
