import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import { finishLogin, returnTargetOf } from './finish.ts';
import { type EngineDeps, requestToEnd } from './pending-request.ts';
import { areAllFresh } from './policy/freshness.ts';
import { satisfiesPolicy } from './policy/satisfies.ts';
import { usageRefusal } from './policy/usage.ts';
import type { Portal } from './portal.ts';
import type { RequestSession } from './request-session.ts';
import { requireProof, type Subject } from './require-proof.ts';

/**
 * Finishes a login that was held back until its password was changed (decision 188), when it is still enough: the
 * account may be used, the policy takes it, and the request does not want it anew.
 * @returns where it leads
 */
export async function finishHeldLogin(
  portal: Portal,
  engineDeps: EngineDeps,
  requestSession: RequestSession,
  subject: Subject,
  held: HeldLogin,
): Promise<string> {
  const { userId, clientId } = subject;
  const { session, account } = await requireProof(portal, requestSession, subject);
  const pending = await requestToEnd(portal, engineDeps.findRequest, session, clientId, held);
  const resolved = await portal.policy(userId, clientId, pending?.request.wantsTwoSteps);
  const isEnough =
    usageRefusal(account, portal.local()) === null &&
    resolved.ok &&
    satisfiesPolicy(held, resolved.policy.rule) &&
    areAllFresh(held, pending?.request ?? null, portal.now());
  const to = returnTargetOf(portal, pending, clientId);
  if (isEnough)
    await finishLogin(portal, engineDeps, requestSession, subject, held, { pending, answer: { to } });
  return to;
}
