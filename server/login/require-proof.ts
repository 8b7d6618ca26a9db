import { wireClientId } from '#server/config/problems.ts';
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

/** The person and the client of a call. */
export type Subject = { readonly userId: string; readonly clientId: string };

/** The person and the client of a call. A client id may be sent with or without the pipes around it (rule 43). */
export const subjectOf = (userId: string, clientId: string): Subject => ({
  userId,
  clientId: wireClientId(clientId),
});

/**
 * A session, the proof of the session and the account of the person, as they were read at one time. A call reads them
 * before it verifies a secret, and again in the transaction that records the result (with `requireProof` or
 * `requireUsable`), because another call may have changed them meanwhile.
 */
export type ProvenSession = {
  readonly session: Session;
  readonly proof: SessionProof;
  readonly account: Account;
};

const findProofIn = async (
  { proofs }: SessionStores,
  session: Session | null,
  { userId, clientId }: Subject,
): Promise<ProvenSession | null> => {
  const found = session && (await proofs.findWithAccount(session, clientId, userId));
  return found && { session, ...found };
};

/** Like `requireProof`, but returns null when there is no proof. */
export async function findProof(
  portal: Runtime & SessionStores,
  requestSession: RequestSession,
  subject: Subject,
): Promise<ProvenSession | null> {
  const lastReadSession = requestSession.lastRead();
  if (!lastReadSession) return findProofIn(portal, await requestSession.session(), subject);
  const [session, proven] = await portal.storage.gather(() => [
    requestSession.session(),
    findProofIn(portal, lastReadSession, subject),
  ]);
  if (!session || !proven) return null;
  return { ...proven, session, proof: session.isRetired ? proofForRetiredId(proven.proof) : proven.proof };
}

/**
 * The proof of the current session for a person at a client. If the request has already read the session, the session
 * is read again at the same time as the proof.
 * @throws Refusal 401 when the policy was not checked in this session, or was checked too long ago
 */
export async function requireProof(
  portal: Runtime & SessionStores,
  requestSession: RequestSession,
  subject: Subject,
): Promise<ProvenSession> {
  const proven = await findProof(portal, requestSession, subject);
  if (!proven) throw new Refusal(401, 'notAuthorized');
  return proven;
}

/**
 * The policy that applies now. A call that names an outdated policy is refused (rule 73). A call may also name the
 * policy with the second step that the service requests, or in a remembered browser the policy without the second step
 * (rule 252).
 * @param policyId the policy that the call names; absent when the call names no policy
 * @throws Refusal 400 with an error code of the 016 family, or 002_2 for a network that the policy does not allow
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
