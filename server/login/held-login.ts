import type { PolicyRule } from '#server/config/policy.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import { hexTokenHash, type TokenPurpose } from '#server/storage/sessions/access-tokens.ts';
import { finishLogin, returnTargetOf } from './finish.ts';
import type { LoginAnswer } from './login-answer.ts';
import { type EngineDeps, type PendingRequest, requestToFinish } from './pending-request.ts';
import { areAllFresh } from './policy/freshness.ts';
import {
  excludesRememberedBrowser,
  rememberedBrowserFor,
  satisfiesWithRememberedBrowser,
} from './policy/remembered-second-step.ts';
import { satisfiesPolicy } from './policy/satisfies.ts';
import { usageRefusal } from './policy/usage.ts';
import type { Portal } from './portal.ts';
import type { RequestSession } from './request-session.ts';
import { requireProof, type Subject } from './require-proof.ts';
import { requireUsable } from './require-usable.ts';

/** The step for which a login is held. */
export type HoldPurpose = Extract<TokenPurpose, 'password-change' | 'end-sign-ins'>;

/**
 * Stores a login until the person has completed one more step, for which a token is issued (rules 188 and 251).
 * @param answerWith creates the answer of the call, which contains the token
 * @throws Refusal 401 when the session was signed out meanwhile
 */
export async function holdLogin(
  portal: Portal,
  requestSession: RequestSession,
  subject: Subject,
  provenLogin: HeldLogin,
  purpose: HoldPurpose,
  answerWith: (token: string) => LoginAnswer,
): Promise<LoginAnswer> {
  const { cookies, answer } = await portal.transaction(async () => {
    const { session } = await requireUsable(portal, requestSession, subject);
    const cookies = await portal.sessions.rotateId(session);
    const token = await portal.accessTokens.issue(session, { ...subject, purpose });
    await portal.heldLogins.hold(session, subject, hexTokenHash(token), provenLogin);
    const answer = answerWith(token);
    await idempotentRequest().settle(answer, cookies);
    return { cookies, answer };
  });
  requestSession.addCookies(cookies);
  return answer;
}

/**
 * Whether a held login satisfies a policy. When a remembered browser replaced the second step, the browser still has to
 * be remembered.
 */
async function satisfiesPolicyNow(
  portal: Portal,
  userId: string,
  held: HeldLogin,
  rule: PolicyRule,
  pending: PendingRequest | null,
): Promise<boolean> {
  if (held.remembered === undefined) return satisfiesPolicy(held, rule);
  const remembered = await rememberedBrowserFor(portal, userId, rule);
  const mayReplaceSecondStep =
    remembered?.rememberedId === held.remembered && !(pending && excludesRememberedBrowser(pending.request));
  return mayReplaceSecondStep && satisfiesWithRememberedBrowser(remembered, held, rule);
}

/**
 * Checks a held login again.
 * @returns `canFinish`: whether the account is usable, the policy is satisfied and the proofs are fresh enough for the
 * request; `to`: the return target
 * @throws Refusal 401 when the session has no proof of the person any more
 */
export async function checkHeldLogin(
  portal: Portal,
  engineDeps: EngineDeps,
  requestSession: RequestSession,
  subject: Subject,
  held: HeldLogin,
) {
  const { userId, clientId } = subject;
  const { session, account } = await requireProof(portal, requestSession, subject);
  const pending = await requestToFinish(portal, engineDeps.findRequest, session, clientId, held);
  const resolved = await portal.policy(userId, clientId, pending?.request.wantsTwoSteps);
  const canFinish =
    usageRefusal(account, portal.localTime()) === null &&
    resolved.ok &&
    (await satisfiesPolicyNow(portal, userId, held, resolved.policy.rule, pending)) &&
    areAllFresh(held, pending?.request ?? null, portal.now());
  return { session, account, pending, canFinish, to: returnTargetOf(portal, pending, clientId) };
}

/**
 * Finishes a login that was held for a password change (rule 188), if the login still satisfies the policy.
 * @returns the return target
 */
export async function finishHeldLogin(
  portal: Portal,
  engineDeps: EngineDeps,
  requestSession: RequestSession,
  subject: Subject,
  held: HeldLogin,
): Promise<string> {
  const { pending, canFinish, to } = await checkHeldLogin(portal, engineDeps, requestSession, subject, held);
  if (canFinish) {
    // The password change has ended all other sign-ins of the person, and removed the token.
    const loginEnd = { pending, answer: { to }, chosenSignIns: [], heldTokenHash: null };
    await finishLogin(portal, engineDeps, requestSession, subject, held, loginEnd);
  }
  return to;
}
