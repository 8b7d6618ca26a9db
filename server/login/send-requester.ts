import { allowsIdentityMethod, type IdentityMethod } from '#server/config/identity-methods.ts';
import type { Caller } from '#server/login/request-session.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { CodePurpose } from '#server/storage/repositories/sent-codes.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { findIdentitySession } from './identity/identity-session.ts';
import type { AccountStores, FactorStores, Runtime, SessionStores, Settings } from './portal.ts';
import { Refusal } from './refusal.ts';
import type { Subject } from './require-proof.ts';
import { isKnownSession, requireSendPermission, sendableMethods } from './send-permission.ts';

/** A caller that may have a code or push sent to a person. */
export type SendRequester = {
  readonly session: Session;
  readonly account: Account;
  readonly purpose: CodePurpose;
  /**
   * The session has proved a method of this account. Its sends are counted apart, so that other people cannot use them
   * up.
   */
  readonly isKnown: boolean;
};

/**
 * Authorizes sending a code or push by this method: for an identity check by its token (rule 174), else for a login.
 * @param checkLogin further check for a login
 * @throws Refusal 401 when the session may not send, 018 for a method that the step or check does not have
 */
export async function requireSendRequester(
  portal: Runtime & Settings & AccountStores & FactorStores & SessionStores,
  { requestSession, bearer }: Caller,
  subject: Subject,
  method: IdentityMethod,
  checkLogin: (session: Session) => Promise<void> = async () => undefined,
): Promise<SendRequester> {
  const identified = await findIdentitySession(portal, requestSession, subject, bearer);
  if (identified) {
    const { session, account, grant } = identified;
    if (grant.identityMethod !== null) throw new Refusal(401, 'notAuthorized');
    if (!allowsIdentityMethod(grant.basis, method)) throw new Refusal(400, '018');
    return { session, account, purpose: 'identity', isKnown: grant.basis === 'password' };
  }
  const proven = await requireSendPermission(portal, requestSession, subject);
  await checkLogin(proven.session);
  if (!(await sendableMethods(portal, proven)).includes(method)) throw new Refusal(400, '018');
  const { session, account } = proven;
  return { session, account, purpose: 'login', isKnown: await isKnownSession(portal, proven, subject) };
}
