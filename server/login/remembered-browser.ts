import type { Account } from '#server/storage/repositories/accounts.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { AuthRequest } from './engine.ts';
import type { PendingRequest } from './pending-request.ts';
import { oneStepPolicy } from './policy/one-step.ts';
import type { ActivePolicy } from './policy/resolve.ts';
import { wantsOwnProofs } from './policy/stand-in.ts';
import type { Portal } from './portal.ts';
import { Refusal } from './refusal.ts';
import { wantsWholeSignIn } from './registration/open.ts';
import type { RequestSession } from './request-session.ts';
import type { Subject } from './require-proof.ts';

/**
 * The policy without its second step, where this browser is remembered for it and neither the request nor a change of
 * factors wants it proved now (decision 252).
 * @param session null where nothing is known of the browser yet
 */
export async function policyInBrowser(
  portal: Portal,
  subject: Subject,
  account: Account,
  policy: ActivePolicy,
  session: Session | null,
  request: AuthRequest | null,
): Promise<ActivePolicy> {
  if (request && wantsOwnProofs(request)) return policy;
  const oneStep = await oneStepPolicy(portal, account, policy);
  if (!oneStep || (session && (await wantsWholeSignIn(portal, session, subject)))) return policy;
  return oneStep;
}

/**
 * Looks at whether a remembered browser may stand in for the request that a sign-in is to end. One that wants proofs of its own becomes the current one of its
 * client, so that the next policy check asks for them.
 * @throws Refusal 401 when the request wants that.
 */
export async function checkMayStandIn(
  { requests }: Pick<Portal, 'requests'>,
  session: Session,
  clientId: string,
  pending: PendingRequest | null,
): Promise<void> {
  if (!pending || !wantsOwnProofs(pending.request)) return;
  await requests.record(session, clientId, pending.request.id);
  throw new Refusal(401, 'notEarned');
}

/**
 * What a sign-in makes of the browser, in its transaction: it notes that the browser stood in for the second step, or
 * remembers it where the person wants that.
 * @returns Set-Cookie values
 * @throws Refusal 401 when the browser is not remembered any more
 */
export async function keepRemembered(
  portal: Portal,
  { origin }: RequestSession,
  { userId, clientId }: Subject,
  { remembered, remembersBrowser, steps, methods }: HeldLogin,
): Promise<readonly string[]> {
  if (remembered !== undefined && !(await portal.rememberedBrowsers.use(remembered)))
    throw new Refusal(401, 'notEarned');
  const method = methods.at(-1);
  if (!remembersBrowser || steps < 2 || method === undefined || method === 'emergencyCode') return [];
  const resolved = await portal.policy(userId, clientId);
  if (!resolved.ok) return [];
  const { id: policy, secondAuth, rememberBrowserDays: days } = resolved.policy.rule;
  if (!secondAuth || days === undefined) return [];
  const { browser } = origin;
  const token = await portal.rememberedBrowsers.remember(userId, { policy, method, browser, days });
  return [portal.rememberedBrowserCookie.write(token)];
}
