import type { ActivePolicy } from './policy/resolve.ts';
import { hasGate } from './policy/satisfies.ts';
import { secondTokens } from './policy/second-tokens.ts';
import type { AccountStores, FactorStores, Runtime, SessionStores, Settings } from './portal.ts';
import { Refusal } from './refusal.ts';
import type { RequestSession } from './request-session.ts';
import { type ProvenSession, policyForCall, requireProof, type Subject } from './require-proof.ts';
import { methodsAfterGate, usedMethods } from './reset-methods.ts';

/**
 * The session of a caller who may have a code or push sent to the person during a login.
 * @throws Refusal 401 when the password gate was not passed, Refusal 016 when no policy applies
 */
export async function requireSendPermission(
  portal: Runtime & Settings & AccountStores & SessionStores,
  requestSession: RequestSession,
  subject: Subject,
): Promise<ProvenSession & ActivePolicy> {
  const proven = await requireProof(portal, requestSession, subject);
  const policy = await policyForCall(portal, subject);
  const { passwordAt, firstStep } = proven.proof;
  if (hasGate(policy.rule) && passwordAt === null && firstStep === null)
    throw new Refusal(401, 'notAuthorized');
  return { ...proven, ...policy };
}

/** Whether the session has proved a method of the account, so that its sends do not count for the account. */
export const hasSessionProvedMethod = async (
  { sessions }: SessionStores,
  { session, proof }: ProvenSession,
  { userId }: Subject,
): Promise<boolean> =>
  proof.passwordAt !== null ||
  proof.firstStep !== null ||
  (await sessions.findLogin(session))?.userId === userId;

/** The methods with which the session can finish its current step. */
export const sendableMethods = async (
  portal: Pick<Runtime, 'now'> & AccountStores & FactorStores,
  { account, rule, proof }: ProvenSession & ActivePolicy,
): Promise<readonly string[]> =>
  proof.firstStep
    ? secondTokens(rule, await usedMethods(portal, account, rule, proof.firstStep.methods))
    : methodsAfterGate(portal, account, rule);
