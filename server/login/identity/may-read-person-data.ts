import type { SessionStores } from '#server/login/portal.ts';
import type { Subject } from '#server/login/require-proof.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';

/**
 * Whether the session may read data of a person: after a policy check, a login or a verified link of the person (rules
 * 147 and 181).
 */
export async function mayReadPersonData(
  portal: SessionStores,
  session: Session,
  subject: Subject,
): Promise<boolean> {
  return (
    (await portal.proofs.find(session, subject.clientId, subject.userId)) !== null ||
    (await portal.sessions.findLogin(session))?.userId === subject.userId ||
    (await portal.passedChecks.find(session, subject, 'link')) !== null
  );
}
