import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Login, OwnSession, RequestOrigin, Session } from '#server/storage/sessions/sessions.ts';
import { endEngineSessionsNamed } from './end-engine-sessions.ts';
import type { RequestEngine } from './engine.ts';
import { type NewSignIn, newSignIn, notifyOfSignIn } from './new-sign-in.ts';
import type { Portal, SessionStores, Settings } from './portal.ts';

/** A sign-in, and what the rules of sessions have made of it. */
export type RuledSignIn = {
  readonly account: Account;
  readonly origin: RequestOrigin;
  readonly news: NewSignIn | null;
  /** The sign-ins that it has ended. */
  readonly replaced: readonly OwnSession[];
};

/** Which sign-ins the person has chosen to end, by their `sessionId`; null before they were asked. */
export type ChosenEnds = readonly string[] | null;

/** The person has to choose first which of their other sign-ins end (decision 251). */
export class SignedInElsewhere extends Error {}

/** The other sessions of a person, the newest first. */
export const signInsElsewhere = async (
  { sessions }: SessionStores,
  session: Session,
  userId: string,
): Promise<readonly OwnSession[]> => (await sessions.ofUser(userId)).filter(({ key }) => key !== session.key);

/**
 * The sign-ins that another one by this session ends (decisions 229 and 251). Who is signed in here already is not asked.
 * It belongs into the transaction of the sign-in, before its login is recorded.
 * @throws SignedInElsewhere when the person was not asked yet, or too many would stay.
 */
export async function signInsToEnd(
  portal: Settings & SessionStores,
  session: Session,
  userId: string,
  ends: ChosenEnds,
): Promise<readonly OwnSession[]> {
  const { concurrent, maxConcurrent } = portal.config.session;
  if (concurrent === 'allow') return [];
  const others = await signInsElsewhere(portal, session, userId);
  if (concurrent === 'endOldest') return others.slice(maxConcurrent - 1);
  if (others.length === 0 || (await portal.sessions.login(session))?.userId === userId) return [];
  const ended = others.filter(({ sessionId }) => ends?.includes(sessionId));
  if (ends === null || others.length - ended.length >= maxConcurrent) throw new SignedInElsewhere();
  return ended;
}

/**
 * Applies the rules of sessions (decisions 229, 232 and 251). It belongs into the transaction of the sign-in, at once
 * with what remembers the browser, and before it.
 * @param replaced the sign-ins that end (`signInsToEnd`)
 */
export async function applySessionRules(
  portal: Portal,
  account: Account,
  { userId, at }: Login,
  origin: RequestOrigin,
  replaced: readonly OwnSession[],
): Promise<RuledSignIn> {
  const [news] = await portal.storage.gather(() => [
    newSignIn(portal, account, origin),
    portal.sessions.replace(replaced),
    portal.signIns.record(userId, at, origin),
  ]);
  return { account, origin, replaced, news };
}

/** Tells engines and the person, once the sign-in is stored. */
export async function tellOfSignIn(
  portal: Portal,
  engines: readonly RequestEngine[],
  { account, origin, news, replaced }: RuledSignIn,
): Promise<void> {
  for (const { engineSession } of replaced) {
    if (engineSession !== null) await endEngineSessionsNamed(engines, [engineSession]);
    portal.audit({ event: 'session.ended', account: account.userId, way: 'replaced' });
  }
  if (news !== null) notifyOfSignIn(portal, news, origin);
}
