import { type IdentityWay, opens } from '#server/config/identity-ways.ts';
import type { Caller } from '#server/login/visit.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { CodePurpose } from '#server/storage/repositories/sent-codes.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { Subject } from './earned.ts';
import { identifiedBy } from './identity/identified.ts';
import type { Portal } from './portal.ts';
import { Refusal } from './refusal.ts';
import { earnedSends, isKnown, sendable } from './sends.ts';

/** Somebody who may have something sent to a person. */
export type Asking = {
  readonly session: Session;
  readonly account: Account;
  readonly purpose: CodePurpose;
  /** Something of this account has been proved: strangers cannot use its sends up. */
  readonly isKnown: boolean;
};

/**
 * Who asks for a code or a push by this method: an identity check by its token (decision 174), else a login.
 * @param checkLogin looks at what a login has to show beside what it has earned
 * @throws Refusal 401 when the session may not send, 018 for a method that is not one of the step or the check
 */
export async function askingBy(
  portal: Portal,
  { visit, bearer }: Caller,
  subject: Subject,
  method: IdentityWay,
  checkLogin: (session: Session) => Promise<void> = async () => undefined,
): Promise<Asking> {
  const identified = await identifiedBy(portal, visit, subject, bearer);
  if (identified) {
    const { session, account, grant } = identified;
    if (grant.way !== null) throw new Refusal(401, 'notEarned');
    if (!opens(grant.basis, method)) throw new Refusal(400, '018');
    return { session, account, purpose: 'identity', isKnown: grant.basis === 'password' };
  }
  const earned = await earnedSends(portal, visit, subject);
  await checkLogin(earned.session);
  if (!(await sendable(portal, earned)).includes(method)) throw new Refusal(400, '018');
  const { session, account } = earned;
  return { session, account, purpose: 'login', isKnown: await isKnown(portal, earned, subject) };
}
