import type { Subject } from '#server/login/earned.ts';
import type { Portal } from '#server/login/portal.ts';
import type { Visit } from '#server/login/visit.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { IdentityGrant } from '#server/storage/sessions/identity-tokens.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';

/** A session that holds an identity token of a person. */
export type Identified = {
  readonly session: Session;
  readonly account: Account;
  readonly grant: IdentityGrant;
};

/** What the bearer token opens for this person at this client; null when it is no identity token of theirs here. */
export async function identifiedBy(
  portal: Portal,
  visit: Visit,
  { userId, clientId }: Subject,
  bearer: string,
): Promise<Identified | null> {
  const session = await visit.session();
  const grant = session && (await portal.identityTokens.find(session, bearer));
  if (!session || grant?.userId !== userId || grant.clientId !== clientId) return null;
  const account = await portal.accounts.find(userId);
  return account && { session, account, grant };
}
