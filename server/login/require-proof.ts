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

/** The person and client of a call. */
export type Subject = { readonly userId: string; readonly clientId: string };

/** A client id may reach the server with its pipes or without (rule 43). */
export const subjectOf = (userId: string, clientId: string): Subject => ({
  userId,
  clientId: wireClientId(clientId),
});

/**
 * A session with its proof and account, as they were when they were read. A call reads them before it verifies a
 * secret, and again in the transaction that records the result (by `requireProof` or `requireUsable`), because another
 * call may have changed them meanwhile.
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

/** As `requireProof`; null instead of a refusal. */
export async function findProof(
  portal: Runtime & SessionStores,
  requestSession: RequestSession,
  subject: Subject,
): Promise<ProvenSession | null> {
  const before = requestSession.lastRead();
  if (!before) return findProofIn(portal, await requestSession.session(), subject);
  const [session, proven] = await portal.storage.gather(() => [
    requestSession.session(),
    findProofIn(portal, before, subject),
  ]);
  if (!session || !proven) return null;
  return { ...proven, session, proof: session.isRetired ? proofForRetiredId(proven.proof) : proven.proof };
}

/**
 * The proof of the current session for this person at this client. A session that was read before in this request is
 * read again at the same time as its proof.
 * @throws Refusal 401 when the policy was not checked in this session, or too long ago
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
 * The policy that applies now. A call that names an outdated policy is refused (rule 73). Also accepted are the policy
 * with a second step that the service requests, and without the second step in a remembered browser (rule 252).
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
