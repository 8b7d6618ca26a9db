import type { HeldLogin } from '#server/storage/repositories/held-logins.ts';
import { hexTokenHash } from '#server/storage/sessions/access-tokens.ts';
import type { Session } from '#server/storage/sessions/sessions.ts';
import type { OpenSignIns } from '#wire/open-sign-ins.ts';
import { finishLogin } from './finish.ts';
import { checkHeldLogin } from './held-login.ts';
import type { LoginAnswer } from './login-answer.ts';
import { offerPasskey } from './passkey/offer.ts';
import type { EngineDeps } from './pending-request.ts';
import type { Portal, SessionStores } from './portal.ts';
import { Refusal } from './refusal.ts';
import type { Caller } from './request-session.ts';
import { type Subject, subjectOf } from './require-proof.ts';
import { addressRange } from './security-notices/address-range.ts';
import { SignedInElsewhereError, signInsElsewhere } from './session-rules.ts';

type LoginWaitingForChoice = {
  readonly session: Session;
  readonly subject: Subject;
  readonly held: HeldLogin;
};

/**
 * The login that is held until the person has chosen which other sign-ins end.
 * @throws Refusal 401 when the token belongs to another session, or the login is no longer held
 */
async function loginWaitingForChoice(
  portal: SessionStores,
  { requestSession, bearer }: Caller,
): Promise<LoginWaitingForChoice> {
  const session = await requestSession.session();
  const grant = session && (await portal.accessTokens.find(session, bearer));
  if (!session || grant?.purpose !== 'end-sign-ins') throw new Refusal(401, 'notAuthorized');
  const held = await portal.heldLogins.find(session, hexTokenHash(bearer));
  if (!held) throw new Refusal(401, 'notAuthorized');
  return { session, subject: subjectOf(grant.userId, grant.clientId), held };
}

/** The person's sign-ins in other browsers, and the number of them that has to end (rule 251). */
export async function openSignIns(portal: Portal, caller: Caller): Promise<OpenSignIns> {
  const { session, subject } = await loginWaitingForChoice(portal, caller);
  const otherSignIns = await signInsElsewhere(portal, session, subject.userId);
  const limit = portal.config.session.maxConcurrent;
  return {
    limit,
    leastEnds: Math.max(0, otherSignIns.length - limit + 1),
    signIns: otherSignIns.map(({ sessionId, browser, address, startedAt, lastSeenAt }) => ({
      sessionId,
      browser,
      addressRange: addressRange(address),
      startedAt,
      lastSeenAt,
    })),
  };
}

/**
 * Ends sign-ins in other browsers and finishes the held login, in one transaction (rule 251). Ids of sign-ins that
 * have ended meanwhile are ignored.
 * @throws Refusal 401 when the held login can no longer be finished; Refusal 409 when too many sign-ins would remain
 */
export async function endSignInsAndFinishLogin(
  portal: Portal,
  engineDeps: EngineDeps,
  caller: Caller,
  endedIds: readonly string[],
): Promise<LoginAnswer> {
  const { requestSession, bearer } = caller;
  const { subject, held } = await loginWaitingForChoice(portal, caller);
  const { session, account, pending, canFinish, to } = await checkHeldLogin(
    portal,
    engineDeps,
    requestSession,
    subject,
    held,
  );
  if (!canFinish) throw new Refusal(401, 'notAuthorized');
  const offer = await offerPasskey(portal, requestSession, subject, { session, account }, held);
  const answer = { to, auth: 'Y', expiredDay: '', accessToken: '', ...offer };
  try {
    const loginEnd = { pending, answer, chosenSignIns: endedIds, heldTokenHash: hexTokenHash(bearer) };
    await finishLogin(portal, engineDeps, requestSession, subject, held, loginEnd);
  } catch (error) {
    if (error instanceof SignedInElsewhereError) throw new Refusal(409, 'signedInElsewhere');
    throw error;
  }
  return answer;
}
