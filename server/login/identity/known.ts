import type { Subject } from '#server/login/earned.ts';
import type { Portal } from '#server/login/portal.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';

/** Whether the session may be told about a person: by the policy check, a verified link, or a login (decisions 147, 181). */
export async function knows(portal: Portal, session: Session, subject: Subject): Promise<boolean> {
  return (
    (await portal.proofs.find(session, subject.clientId, subject.userId)) !== null ||
    (await portal.sessions.login(session))?.userId === subject.userId ||
    (await portal.marks.find(session, subject, 'link')) !== null
  );
}
