import type { AccountStores, SessionStores } from '#server/login/portal.ts';
import type { RequestSession } from '#server/login/request-session.ts';
import type { Subject } from '#server/login/require-proof.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { IdentityGrant } from '#server/storage/sessions/identity-tokens.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';

/** A session for which an identity token of a person was issued. */
export type IdentitySession = {
  readonly session: Session;
  readonly account: Account;
  readonly grant: IdentityGrant;
};

/** The session and grant of an identity token; null when the token was not issued for this person at this client. */
export async function findIdentitySession(
  portal: AccountStores & SessionStores,
  requestSession: RequestSession,
  { userId, clientId }: Subject,
  bearer: string,
): Promise<IdentitySession | null> {
  const session = await requestSession.session();
  const grant = session && (await portal.identityTokens.find(session, bearer));
  if (!session || grant?.userId !== userId || grant.clientId !== clientId) return null;
  const account = await portal.accounts.find(userId);
  return account && { session, account, grant };
}
