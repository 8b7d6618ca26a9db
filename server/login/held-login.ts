import type { PolicyRule } from '#server/config/policy.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import { hexHashOf, type TokenPurpose } from '#server/storage/sessions/access-tokens.ts';
import { finishLogin, returnTargetOf } from './finish.ts';
import type { LoginAnswer } from './login-answer.ts';
import { type EngineDeps, type PendingRequest, requestToEnd } from './pending-request.ts';
import { areAllFresh } from './policy/freshness.ts';
import { satisfiesPolicy } from './policy/satisfies.ts';
import { rememberedUnder, satisfiesWith, wantsOwnProofs } from './policy/stand-in.ts';
import { usageRefusal } from './policy/usage.ts';
import type { Portal } from './portal.ts';
import type { RequestSession } from './request-session.ts';
import { requireProof, type Subject } from './require-proof.ts';
import { requireUsable } from './require-usable.ts';

/** What a login is held for. */
export type HeldFor = Extract<TokenPurpose, 'password-change' | 'end-sign-ins'>;

/**
 * Holds a login until its person has done what a token is for (decisions 188 and 251).
 * @param answerWith the answer to the call, by the token
 * @throws Refusal 401 when the session was signed out meanwhile.
 */
export async function holdLogin(
  portal: Portal,
  requestSession: RequestSession,
  subject: Subject,
  proved: HeldLogin,
  purpose: HeldFor,
  answerWith: (token: string) => LoginAnswer,
): Promise<LoginAnswer> {
  const { cookies, answer } = await portal.transaction(async () => {
    const { session } = await requireUsable(portal, requestSession, subject);
    const cookies = await portal.sessions.rotateId(session);
    const token = await portal.accessTokens.issue(session, { ...subject, purpose });
    await portal.heldLogins.hold(session, subject, hexHashOf(token), proved);
    const answer = answerWith(token);
    await idempotentRequest().settle(answer, cookies);
    return { cookies, answer };
  });
  requestSession.addCookies(cookies);
  return answer;
}

/** Whether a held login is enough under a policy: by itself, or with the remembered browser that stood in. */
async function isEnoughUnder(
  portal: Portal,
  userId: string,
  held: HeldLogin,
  rule: PolicyRule,
  pending: PendingRequest | null,
): Promise<boolean> {
  if (held.remembered === undefined) return satisfiesPolicy(held, rule);
  const remembered = await rememberedUnder(portal, userId, rule);
  const mayStandIn =
    remembered?.rememberedId === held.remembered && !(pending && wantsOwnProofs(pending.request));
  return mayStandIn && satisfiesWith(remembered, held, rule);
}

/**
 * Whether a login that was held back is still enough: the account may be used, the policy takes it, and the request does
 * not want it anew. `to` is where it leads.
 */
export async function judgeHeldLogin(
  portal: Portal,
  engineDeps: EngineDeps,
  requestSession: RequestSession,
  subject: Subject,
  held: HeldLogin,
) {
  const { userId, clientId } = subject;
  const { session, account } = await requireProof(portal, requestSession, subject);
  const pending = await requestToEnd(portal, engineDeps.findRequest, session, clientId, held);
  const resolved = await portal.policy(userId, clientId, pending?.request.wantsTwoSteps);
  const isEnough =
    usageRefusal(account, portal.local()) === null &&
    resolved.ok &&
    (await isEnoughUnder(portal, userId, held, resolved.policy.rule, pending)) &&
    areAllFresh(held, pending?.request ?? null, portal.now());
  return { session, account, pending, isEnough, to: returnTargetOf(portal, pending, clientId) };
}

/**
 * Finishes a login that was held back until its password was changed (decision 188), when it is still enough. The change
 * has ended all other sign-ins of the person.
 * @returns where it leads
 */
export async function finishHeldLogin(
  portal: Portal,
  engineDeps: EngineDeps,
  requestSession: RequestSession,
  subject: Subject,
  held: HeldLogin,
): Promise<string> {
  const { pending, isEnough, to } = await judgeHeldLogin(portal, engineDeps, requestSession, subject, held);
  if (isEnough) {
    const end = { pending, answer: { to }, ends: [], heldBy: null };
    await finishLogin(portal, engineDeps, requestSession, subject, held, end);
  }
  return to;
}
