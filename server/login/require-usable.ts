import { checkUsage } from './policy/usage.ts';
import type { Runtime, SessionStores, Settings } from './portal.ts';
import type { RequestSession } from './request-session.ts';
import { type ProvenSession, requireProof, type Subject } from './require-proof.ts';

/**
 * The proof of the session, in the transaction that finishes a login.
 * @throws Refusal 401 when the session has no proof of the person; Refusal 400 with an error code of the 002 family
 * when the account may not be used
 */
export async function requireUsable(
  portal: Runtime & Settings & SessionStores,
  requestSession: RequestSession,
  subject: Subject,
): Promise<ProvenSession> {
  const proven = await requireProof(portal, requestSession, subject);
  checkUsage(proven.account, portal.localTime());
  return proven;
}
