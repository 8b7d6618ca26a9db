import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Login, PersonSession, RequestOrigin, Session } from '#server/storage/sessions/sessions.ts';
import { endEngineSessionsNamed } from './end-engine-sessions.ts';
import type { RequestEngine } from './engine.ts';
import { type NewSignIn, newSignIn, notifyOfSignIn } from './new-sign-in.ts';
import type { Portal, SessionStores, Settings } from './portal.ts';

/** A recorded sign-in, with the events that have to be reported after the transaction. */
export type RecordedSignIn = {
  readonly account: Account;
  readonly origin: RequestOrigin;
  /** The new sign-in about which the person is notified; null when the person is not notified. */
  readonly notifiedSignIn: NewSignIn | null;
  /** The sign-ins in other browsers that were ended. */
  readonly endedSignIns: readonly PersonSession[];
};

/** The `sessionId`s of the sign-ins that the person has chosen to end; null before the choice. */
export type ChosenSignIns = readonly string[] | null;

/** Thrown when the person has to choose first which of their other sign-ins end (rule 251). */
export class SignedInElsewhereError extends Error {}

/** The other sessions in which a person is signed in, the newest first. */
export const signInsElsewhere = async (
  { sessions }: SessionStores,
  session: Session,
  userId: string,
): Promise<readonly PersonSession[]> =>
  (await sessions.listSignedIn(userId)).filter(({ key }) => key !== session.key);

/**
 * The sign-ins in other browsers that a new sign-in in a session ends (rules 229 and 251). A person who is already
 * signed in to the session need not choose. To be called in the transaction of the sign-in, before the login is
 * recorded.
 * @throws SignedInElsewhereError when the person has not chosen yet, or too many sign-ins would remain
 */
export async function signInsToEnd(
  portal: Settings & SessionStores,
  session: Session,
  userId: string,
  chosenIds: ChosenSignIns,
): Promise<readonly PersonSession[]> {
  const { concurrent, maxConcurrent } = portal.config.session;
  if (concurrent === 'allow') return [];
  const otherSignIns = await signInsElsewhere(portal, session, userId);
  if (concurrent === 'endOldest') return otherSignIns.slice(maxConcurrent - 1);
  if (otherSignIns.length === 0 || (await portal.sessions.findLogin(session))?.userId === userId) return [];
  const endedSignIns = otherSignIns.filter(({ sessionId }) => chosenIds?.includes(sessionId));
  if (chosenIds === null || otherSignIns.length - endedSignIns.length >= maxConcurrent)
    throw new SignedInElsewhereError();
  return endedSignIns;
}

/**
 * Records a new sign-in, ends other sign-ins, and decides whether the person is notified (rules 229, 232 and 251). To
 * be called in the transaction of the sign-in, before the browser becomes a known browser.
 * @param endedSignIns the sign-ins to end, from `signInsToEnd`
 */
export async function applySessionRules(
  portal: Portal,
  account: Account,
  { userId, at }: Login,
  origin: RequestOrigin,
  endedSignIns: readonly PersonSession[],
): Promise<RecordedSignIn> {
  const [notifiedSignIn] = await portal.storage.gather(() => [
    newSignIn(portal, account, origin),
    portal.sessions.endReplaced(endedSignIns),
    portal.signIns.record(userId, at, origin),
  ]);
  return { account, origin, endedSignIns, notifiedSignIn };
}

/**
 * Ends the engine sessions of ended sign-ins, audits the ended sign-ins, and notifies the person, after the sign-in was
 * stored.
 */
export async function reportSignIn(
  portal: Portal,
  engines: readonly RequestEngine[],
  { account, origin, notifiedSignIn, endedSignIns }: RecordedSignIn,
): Promise<void> {
  for (const { engineSession } of endedSignIns) {
    if (engineSession !== null) await endEngineSessionsNamed(engines, [engineSession]);
    portal.audit({ event: 'session.ended', account: account.userId, way: 'replaced' });
  }
  if (notifiedSignIn !== null) notifyOfSignIn(portal, notifiedSignIn, origin);
}
