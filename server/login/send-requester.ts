import { allowsIdentityMethod, type IdentityMethod } from '#server/config/identity-methods.ts';
import type { Caller } from '#server/login/request-session.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { CodePurpose } from '#server/storage/repositories/sent-codes.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import { findIdentitySession } from './identity/identity-session.ts';
import type { AccountStores, FactorStores, Runtime, SessionStores, Settings } from './portal.ts';
import { Refusal } from './refusal.ts';
import type { Subject } from './require-proof.ts';
import { hasSessionProvedMethod, requireSendPermission, sendableMethods } from './send-permission.ts';

/** A caller who may have a code or push sent to a person. */
export type SendRequester = {
  readonly session: Session;
  readonly account: Account;
  readonly purpose: CodePurpose;
  /** Whether the session has proved a method of the account. Its sends then do not count for the account. */
  readonly hasProvedMethod: boolean;
};

/**
 * Checks that a caller may send a code or push: for an identity check with an identity token (rule 174), otherwise for
 * a login.
 * @param checkLogin a further check before a send for a login
 * @throws Refusal 401 when the session may not send; Refusal 018 when the step or the identity check does not allow the
 * method
 */
export async function requireSendRequester(
  portal: Runtime & Settings & AccountStores & FactorStores & SessionStores,
  { requestSession, bearer }: Caller,
  subject: Subject,
  method: IdentityMethod,
  checkLogin: (session: Session) => Promise<void> = async () => undefined,
): Promise<SendRequester> {
  const identitySession = await findIdentitySession(portal, requestSession, subject, bearer);
  if (identitySession) {
    const { session, account, grant } = identitySession;
    if (grant.identityMethod !== null) throw new Refusal(401, 'notAuthorized');
    if (!allowsIdentityMethod(grant.basis, method)) throw new Refusal(400, '018');
    return { session, account, purpose: 'identity', hasProvedMethod: grant.basis === 'password' };
  }
  const proven = await requireSendPermission(portal, requestSession, subject);
  await checkLogin(proven.session);
  if (!(await sendableMethods(portal, proven)).includes(method)) throw new Refusal(400, '018');
  const { session, account } = proven;
  return {
    session,
    account,
    purpose: 'login',
    hasProvedMethod: await hasSessionProvedMethod(portal, proven, subject),
  };
}
