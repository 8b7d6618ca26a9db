import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Login, PersonSession, RequestOrigin, Session } from '#server/storage/sessions/sessions.ts';
import { endEngineSessionsNamed } from './end-engine-sessions.ts';
import type { RequestEngine } from './engine.ts';
import { type NewSignIn, newSignIn, notifyOfSignIn } from './new-sign-in.ts';
import type { Portal, SessionStores, Settings } from './portal.ts';

/** A recorded sign-in, the sign-ins that it ended and the notice that it causes. */
export type RecordedSignIn = {
  readonly account: Account;
  readonly origin: RequestOrigin;
  readonly newSignIn: NewSignIn | null;
  /** Sign-ins in other browsers that it has ended. */
  readonly endedSignIns: readonly PersonSession[];
};

/** The `sessionId`s of the sign-ins that the person has chosen to end; null before the choice. */
export type ChosenSignIns = readonly string[] | null;

/** Thrown when the person has to choose first which of their other sign-ins end (rule 251). */
export class SignedInElsewhereError extends Error {}

/** The other sessions of a person, the newest first. */
export const signInsElsewhere = async (
  { sessions }: SessionStores,
  session: Session,
  userId: string,
): Promise<readonly PersonSession[]> =>
  (await sessions.listSignedIn(userId)).filter(({ key }) => key !== session.key);

/**
 * The sign-ins that a new one in this session ends (rules 229 and 251). A person who is signed in here already need not
 * choose. Call it in the transaction of the sign-in, before its login is recorded.
 * @throws SignedInElsewhereError when the person has not chosen yet, or too many would stay
 */
export async function signInsToEnd(
  portal: Settings & SessionStores,
  session: Session,
  userId: string,
  chosenIds: ChosenSignIns,
): Promise<readonly PersonSession[]> {
  const { concurrent, maxConcurrent } = portal.config.session;
  if (concurrent === 'allow') return [];
  const others = await signInsElsewhere(portal, session, userId);
  if (concurrent === 'endOldest') return others.slice(maxConcurrent - 1);
  if (others.length === 0 || (await portal.sessions.findLogin(session))?.userId === userId) return [];
  const ended = others.filter(({ sessionId }) => chosenIds?.includes(sessionId));
  if (chosenIds === null || others.length - ended.length >= maxConcurrent) throw new SignedInElsewhereError();
  return ended;
}

/**
 * Ends the replaced sign-ins, records the new one and decides on its notice (rules 229, 232 and 251). Call it in the
 * transaction of the sign-in, before the browser is remembered.
 * @param endedSignIns sign-ins to end, from `signInsToEnd`
 */
export async function applySessionRules(
  portal: Portal,
  account: Account,
  { userId, at }: Login,
  origin: RequestOrigin,
  endedSignIns: readonly PersonSession[],
): Promise<RecordedSignIn> {
  const [notice] = await portal.storage.gather(() => [
    newSignIn(portal, account, origin),
    portal.sessions.endReplaced(endedSignIns),
    portal.signIns.record(userId, at, origin),
  ]);
  return { account, origin, endedSignIns, newSignIn: notice };
}

/** Ends the engine sessions of replaced sign-ins and notifies the person, after the sign-in is stored. */
export async function reportSignIn(
  portal: Portal,
  engines: readonly RequestEngine[],
  { account, origin, newSignIn: notice, endedSignIns }: RecordedSignIn,
): Promise<void> {
  for (const { engineSession } of endedSignIns) {
    if (engineSession !== null) await endEngineSessionsNamed(engines, [engineSession]);
    portal.audit({ event: 'session.ended', account: account.userId, way: 'replaced' });
  }
  if (notice !== null) notifyOfSignIn(portal, notice, origin);
}
