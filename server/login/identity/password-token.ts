import type { SessionStores } from '#server/login/portal.ts';
import type { Subject } from '#server/login/require-proof.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';

/**
 * Issues an identity token after the password was verified again (rule 175). The token allows an identity check with
 * any method that the policy allows. The verification does not count as a step of a login.
 */
export async function issueTokenAfterPassword(
  { passedChecks, identityTokens }: SessionStores,
  session: Session,
  subject: Subject,
): Promise<string> {
  await passedChecks.record(session, subject, 'password', '');
  return identityTokens.issue(session, { ...subject, basis: 'password', identityMethod: null });
}
