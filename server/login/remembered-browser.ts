import type { Account } from '#server/storage/repositories/accounts.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { AuthRequest } from './engine.ts';
import type { PendingRequest } from './pending-request.ts';
import { oneStepPolicy } from './policy/one-step.ts';
import { excludesRememberedBrowser } from './policy/remembered-second-step.ts';
import type { ActivePolicy } from './policy/resolve.ts';
import type { Portal } from './portal.ts';
import { Refusal } from './refusal.ts';
import { isFullSignInDemanded } from './registration/open.ts';
import type { RequestSession } from './request-session.ts';
import type { Subject } from './require-proof.ts';

/**
 * The policy as it applies in this browser (rule 252). If the browser is remembered, the policy has no second step,
 * unless the request or a change of factors requires the second step.
 * @param session null before the session is stored
 */
export async function policyInBrowser(
  portal: Portal,
  subject: Subject,
  account: Account,
  policy: ActivePolicy,
  session: Session | null,
  request: AuthRequest | null,
): Promise<ActivePolicy> {
  if (request && excludesRememberedBrowser(request)) return policy;
  const policyWithoutSecondStep = await oneStepPolicy(portal, account, policy);
  if (!policyWithoutSecondStep) return policy;
  const isSecondStepRequired = session !== null && (await isFullSignInDemanded(portal, session, subject));
  return isSecondStepRequired ? policy : policyWithoutSecondStep;
}

/**
 * Checks that a remembered browser may replace the second step for the pending request. Otherwise the request becomes
 * the newest request of its client in the session, so that the next policy check requires both steps.
 * @throws Refusal 401 when the request requires fresh proofs or two steps
 */
export async function checkRememberedBrowserAllowed(
  { requests }: Pick<Portal, 'requests'>,
  session: Session,
  clientId: string,
  pending: PendingRequest | null,
): Promise<void> {
  if (!pending || !excludesRememberedBrowser(pending.request)) return;
  await requests.record(session, clientId, pending.request.id);
  throw new Refusal(401, 'notAuthorized');
}

/**
 * Records that the remembered browser was used, or remembers the browser if the person has chosen this. To be called in
 * the transaction of a sign-in.
 * @returns Set-Cookie values
 * @throws Refusal 401 when the browser is no longer remembered
 */
export async function updateRememberedBrowser(
  portal: Portal,
  { origin }: RequestSession,
  { userId, clientId }: Subject,
  { remembered, remembersBrowser, steps, methods }: HeldLogin,
): Promise<readonly string[]> {
  if (remembered !== undefined && !(await portal.rememberedBrowsers.use(remembered)))
    throw new Refusal(401, 'notAuthorized');
  const method = methods.at(-1);
  if (!remembersBrowser || steps < 2 || method === undefined || method === 'emergencyCode') return [];
  const resolved = await portal.policy(userId, clientId);
  if (!resolved.ok) return [];
  const { id, secondAuth, rememberBrowserDays } = resolved.policy.rule;
  if (!secondAuth || rememberBrowserDays === undefined) return [];
  const token = await portal.rememberedBrowsers.remember(userId, {
    policy: id,
    method,
    browser: origin.browser,
    days: rememberBrowserDays,
  });
  return [portal.rememberedBrowserCookie.write(token)];
}
