import { withoutPipes } from '#server/config/problems.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Proof } from '#server/storage/sessions/proofs.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { ActivePolicy } from './policy/resolve.ts';
import { usageRefusal } from './policy/usage.ts';
import type { Portal } from './portal.ts';
import { Refusal } from './refusal.ts';
import type { Visit } from './visit.ts';

/** A person at a client, both as the call names them. */
export type Subject = { readonly userId: string; readonly clientId: string };

/** A client id may reach the server with its pipes or without (decision 43). */
export const subjectOf = (userId: string, clientId: string): Subject => ({
  userId,
  clientId: withoutPipes(clientId),
});

/** What a session may go on from. */
export type Earned = { readonly session: Session; readonly proof: Proof; readonly account: Account };

/**
 * What a session, as it was read a moment ago, has earned for this person at this client.
 * @throws Refusal 401 when the policy was not checked in this session, or too long ago.
 */
export async function earnedIn(
  { proofs }: Portal,
  session: Session | null,
  { userId, clientId }: Subject,
): Promise<Earned> {
  const found = session && (await proofs.findWithAccount(session, clientId, userId));
  if (!found) throw new Refusal(401, 'notEarned');
  return { session, ...found };
}

/**
 * The same for the session as it is now.
 * @throws Refusal 401 as above.
 */
export const earnedBy = async (portal: Portal, visit: Visit, subject: Subject): Promise<Earned> =>
  earnedIn(portal, await visit.session(), subject);

/**
 * The same for a session that a login ends in: the account may be used at this moment, too.
 * @throws Refusal 401 as above, 400 of the 002 family.
 */
export async function usableBy(portal: Portal, visit: Visit, subject: Subject): Promise<Earned> {
  const earned = await earnedBy(portal, visit, subject);
  const errCode = usageRefusal(earned.account, portal.local());
  if (errCode) throw new Refusal(400, errCode);
  return earned;
}

/**
 * The policy that applies today. A call that names the policy it was begun with is refused when another
 * one has taken its place (decision 73). It may have been begun with two steps because its service asks for them:
 * whether that is still so is looked at when the request is answered.
 * @throws Refusal 400 with a code of the 016 family.
 */
export function toldPolicy(portal: Portal, { userId, clientId }: Subject, policyId?: string): ActivePolicy {
  const resolved = portal.policy(userId, clientId);
  if (!resolved.ok) throw new Refusal(400, resolved.errCode);
  if (policyId === undefined || resolved.policy.policyId === policyId) return resolved.policy;
  const withTwoSteps = portal.policy(userId, clientId, true);
  if (withTwoSteps.ok && withTwoSteps.policy.policyId === policyId) return withTwoSteps.policy;
  throw new Refusal(400, '016', { reason: 'policyChanged' });
}
