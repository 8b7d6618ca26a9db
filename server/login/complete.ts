import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import { finishLogin, returnTargetOf } from './finish.ts';
import { type HeldFor, holdLogin } from './held-login.ts';
import type { LoginAnswer } from './login-answer.ts';
import { passkeyOffer } from './passkey/offer.ts';
import { checkFresh, type EngineDeps, markProgress, requestToEnd } from './pending-request.ts';
import { requiredChange } from './policy/required-change.ts';
import type { Portal } from './portal.ts';
import type { RequestSession } from './request-session.ts';
import type { ProvenSession, Subject } from './require-proof.ts';
import { SignedInElsewhere } from './session-rules.ts';

/** The page on which a password is changed before the login goes on. */
const CHANGE_PAGE = '/change';

/**
 * Ends a login whose steps are all proved. A password that has to be changed first leads to /change
 * with a token for that alone, and the login is held until it is changed (decision 188). Who has to choose first which other
 * sign-ins end gets a token for that alone (decision 251). Otherwise the request that the client waits on is finished and
 * the session records the login; without a request the way leads to the client's start (decision 157).
 * @throws Refusal 401 when the session was signed out meanwhile, or when something was proved too early for the
 * request.
 */
export async function completeLogin(
  portal: Portal,
  engineDeps: EngineDeps,
  requestSession: RequestSession,
  subject: Subject,
  { session, account }: Pick<ProvenSession, 'session' | 'account'>,
  proved: HeldLogin,
): Promise<LoginAnswer> {
  const { userId, clientId } = subject;
  const [pending, password] = await portal.storage.gather(() => [
    requestToEnd(portal, engineDeps.findRequest, session, clientId, proved),
    isDirectoryAccount(portal.config, account) ? null : portal.passwords.find(userId),
  ]);
  await checkFresh(portal, session, clientId, pending, proved);
  const onward = returnTargetOf(portal, pending, clientId);

  const hold = async (...until: [HeldFor, (token: string) => LoginAnswer]): Promise<LoginAnswer> => {
    const answer = await holdLogin(portal, requestSession, subject, proved, ...until);
    await markProgress(pending, 'proved');
    return answer;
  };

  const expiredDay = password && requiredChange(account, password, portal.local());
  if (expiredDay !== null) {
    return hold('password-change', (accessToken) => ({
      to: CHANGE_PAGE,
      auth: onward,
      expiredDay,
      accessToken,
    }));
  }

  const offer = await passkeyOffer(portal, requestSession, subject, { session, account }, proved);
  const answer = { to: onward, auth: 'Y', expiredDay: '', accessToken: '', ...offer };
  try {
    await finishLogin(portal, engineDeps, requestSession, subject, proved, {
      pending,
      answer,
      ends: null,
      heldBy: null,
    });
  } catch (error) {
    if (!(error instanceof SignedInElsewhere)) throw error;
    const unfinished = { to: onward, auth: 'N', expiredDay: '', accessToken: '' };
    return hold('end-sign-ins', (endSignIns) => ({ ...unfinished, endSignIns }));
  }
  return answer;
}
