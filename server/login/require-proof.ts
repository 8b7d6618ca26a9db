import { withoutPipes } from '#server/config/problems.ts';
import { oneStepPolicy } from '#server/login/policy/one-step.ts';
import { policyRefusal } from '#server/login/policy/policy-refusal.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { RememberedBrowser } from '#server/storage/repositories/remembered-browsers.ts';
import { proofForRetiredId, type SessionProof } from '#server/storage/sessions/proofs.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { ActivePolicy } from './policy/resolve.ts';
import type { AccountStores, Runtime, SessionStores, Settings } from './portal.ts';
import { Refusal } from './refusal.ts';
import type { RequestSession } from './request-session.ts';

/** A person at a client, both as the call names them. */
export type Subject = { readonly userId: string; readonly clientId: string };

/** A client id may reach the server with its pipes or without (decision 43). */
export const subjectOf = (userId: string, clientId: string): Subject => ({
  userId,
  clientId: withoutPipes(clientId),
});

/**
 * A session with its proof and account, as they were when they were read. A call reads them twice: before it verifies a
 * secret, to know what may be verified, and in the transaction that records the result (`requireProof` again, or
 * `requireUsable` where a login ends), because verifying takes time and another call may have ended them meanwhile.
 */
export type ProvenSession = {
  readonly session: Session;
  readonly proof: SessionProof;
  readonly account: Account;
};

/**
 * The proof of a session (as just read) for this person at this client.
 * @throws Refusal 401 when the policy was not checked in this session, or too long ago.
 */
export async function requireProofIn(
  { proofs }: SessionStores,
  session: Session | null,
  { userId, clientId }: Subject,
): Promise<ProvenSession> {
  const found = session && (await proofs.findWithAccount(session, clientId, userId));
  if (!found) throw new Refusal(401, 'notEarned');
  return { session, ...found };
}

/**
 * The same for the current session. Its row never changes, so where it was read before in this request, the proof is
 * looked up as the session is read again.
 * @throws Refusal 401 as above.
 */
export async function requireProof(
  portal: Runtime & SessionStores,
  requestSession: RequestSession,
  subject: Subject,
): Promise<ProvenSession> {
  const before = requestSession.lastRead();
  if (!before) return requireProofIn(portal, await requestSession.session(), subject);
  const [session, proven] = await portal.storage.gather(() => [
    requestSession.session(),
    requireProofIn(portal, before, subject),
  ]);
  if (!session) throw new Refusal(401, 'notEarned');
  return { ...proven, session, proof: session.isRetired ? proofForRetiredId(proven.proof) : proven.proof };
}

/**
 * The policy that applies now. A call that names an outdated policy is refused (decision 73). A policy with a
 * second step demanded by the service is also accepted; the demand is checked when the request is answered. So is one
 * without a second step, in a browser that is remembered for it (decision 252).
 * @throws Refusal 400 with a code of the 016 family, or 002_2 for a network.
 */
export async function policyForCall(
  portal: Settings & AccountStores,
  { userId, clientId }: Subject,
  policyId?: string,
): Promise<ActivePolicy & { readonly remembered?: RememberedBrowser }> {
  const resolved = await portal.policy(userId, clientId);
  if (!resolved.ok) throw policyRefusal(400, resolved);
  if (policyId === undefined || resolved.policy.policyId === policyId) return resolved.policy;
  const account = await portal.accounts.find(userId);
  const withOneStep = account && (await oneStepPolicy(portal, account, resolved.policy));
  if (withOneStep?.policyId === policyId) return withOneStep;
  const withTwoSteps = await portal.policy(userId, clientId, true);
  if (withTwoSteps.ok && withTwoSteps.policy.policyId === policyId) return withTwoSteps.policy;
  throw new Refusal(400, '016', { reason: 'policyChanged' });
}
