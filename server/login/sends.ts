import { type Earned, earnedBy, type Subject, toldPolicy } from './earned.ts';
import type { ActivePolicy } from './policy/resolve.ts';
import { hasGate } from './policy/satisfies.ts';
import { secondTokens } from './policy/second-tokens.ts';
import type { Portal } from './portal.ts';
import { Refusal } from './refusal.ts';
import { methodsAfterGate, usedBy } from './reset-ways.ts';
import type { Visit } from './visit.ts';

/**
 * A session that may have something sent to this person: a code, a push.
 * @throws Refusal 401 when the session may not send yet, 016 when the policy has changed.
 */
export async function earnedSends(
  portal: Portal,
  visit: Visit,
  subject: Subject,
): Promise<Earned & ActivePolicy> {
  const earned = await earnedBy(portal, visit, subject);
  const policy = toldPolicy(portal, subject);
  const { passwordAt, firstStep } = earned.proof;
  if (hasGate(policy.rule) && passwordAt === null && firstStep === null) throw new Refusal(401, 'notEarned');
  return { ...earned, ...policy };
}

/** Whether the session has proved something of this account: strangers cannot use its sends up. */
export const isKnown = async (
  { sessions }: Portal,
  { session, proof }: Earned,
  { userId }: Subject,
): Promise<boolean> =>
  proof.passwordAt !== null || proof.firstStep !== null || (await sessions.login(session))?.userId === userId;

/** The methods of the step that the session is at. */
export const sendable = async (
  portal: Portal,
  { account, rule, proof }: Earned & ActivePolicy,
): Promise<readonly string[]> =>
  proof.firstStep
    ? secondTokens(rule, await usedBy(portal, account, rule, proof.firstStep.methods))
    : methodsAfterGate(portal, account, rule);
