import type { SessionStores } from '#server/login/portal.ts';
import type { Subject } from '#server/login/require-proof.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';

/**
 * The password was proved once more (decision 175): a token by which the identity check begins, for every way
 * that the policy takes. Nobody comes nearer to a login by it.
 */
export async function passwordToken(
  { marks, identityTokens }: SessionStores,
  session: Session,
  subject: Subject,
): Promise<string> {
  await marks.make(session, subject, 'password', '');
  return identityTokens.issue(session, { ...subject, basis: 'password', way: null });
}
