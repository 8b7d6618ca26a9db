import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import { finishLogin, returnTargetOf } from './finish.ts';
import { type HoldPurpose, holdLogin } from './held-login.ts';
import type { LoginAnswer } from './login-answer.ts';
import { offerPasskey } from './passkey/offer.ts';
import {
  checkFresh,
  type EngineDeps,
  type FindRequest,
  recordProgress,
  requestToFinish,
} from './pending-request.ts';
import { expiredDayOf } from './policy/expired-day.ts';
import type { Portal } from './portal.ts';
import type { RequestSession } from './request-session.ts';
import type { ProvenSession, Subject } from './require-proof.ts';
import { SignedInElsewhereError } from './session-rules.ts';

/** Path of the page on which a password is changed before the login continues. */
const CHANGE_PATH = '/change';

/** Reads the request that a login finishes and the person's password, before the transaction of `completeLogin`. */
export const readForCompletion = (
  portal: Portal,
  findRequest: FindRequest,
  { userId, clientId }: Subject,
  { session, account }: Pick<ProvenSession, 'session' | 'account'>,
  login: Pick<HeldLogin, 'redirect'>,
) =>
  portal.storage.gather(() => [
    requestToFinish(portal, findRequest, session, clientId, login),
    isDirectoryAccount(portal.config, account) ? null : portal.passwords.find(userId),
  ]);

/**
 * Completes a login after all its steps. When the password has to be changed first (rule 188), or the person has to
 * choose which other sign-ins end (rule 251), the login is held, and the answer contains a token for that step.
 * Otherwise the pending request is finished. When no request is pending, the return target is the client's start
 * address (rule 157).
 * @throws Refusal 401 when the session was signed out meanwhile, or a proof is too old for the request
 */
export async function completeLogin(
  portal: Portal,
  engineDeps: EngineDeps,
  requestSession: RequestSession,
  subject: Subject,
  { session, account }: Pick<ProvenSession, 'session' | 'account'>,
  [pending, password]: Awaited<ReturnType<typeof readForCompletion>>,
  provenLogin: HeldLogin,
): Promise<LoginAnswer> {
  const { clientId } = subject;
  await checkFresh(portal, session, clientId, pending, provenLogin);
  const returnTarget = returnTargetOf(portal, pending, clientId);

  const hold = async (purpose: HoldPurpose, answerWith: (token: string) => LoginAnswer) => {
    const answer = await holdLogin(portal, requestSession, subject, provenLogin, purpose, answerWith);
    await recordProgress(pending, 'proved');
    return answer;
  };

  const expiredDay = password && expiredDayOf(account, password, portal.localTime());
  if (expiredDay !== null) {
    return hold('password-change', (accessToken) => ({
      to: CHANGE_PATH,
      auth: returnTarget,
      expiredDay,
      accessToken,
    }));
  }

  const offer = await offerPasskey(portal, requestSession, subject, { session, account }, provenLogin);
  const answer = { to: returnTarget, auth: 'Y', expiredDay: '', accessToken: '', ...offer };
  try {
    await finishLogin(portal, engineDeps, requestSession, subject, provenLogin, {
      pending,
      answer,
      chosenSignIns: null,
      heldTokenHash: null,
    });
  } catch (error) {
    if (!(error instanceof SignedInElsewhereError)) throw error;
    const answerWithoutSignIn = { to: returnTarget, auth: 'N', expiredDay: '', accessToken: '' };
    return hold('end-sign-ins', (endSignIns) => ({ ...answerWithoutSignIn, endSignIns }));
  }
  return answer;
}
