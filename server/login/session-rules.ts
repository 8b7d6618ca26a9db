import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Login, RequestOrigin, Session } from '#server/storage/sessions/sessions.ts';
import { endEngineSessionsNamed } from './end-engine-sessions.ts';
import type { RequestEngine } from './engine.ts';
import { type NewSignIn, newSignIn, notifyOfSignIn } from './new-sign-in.ts';
import type { Portal } from './portal.ts';

/** A sign-in, and what the rules of sessions have made of it. */
export type RuledSignIn = {
  readonly account: Account;
  readonly origin: RequestOrigin;
  readonly news: NewSignIn | null;
  /** For each sign-in that it has ended, the name of the engine's session; null for one without. */
  readonly replaced: readonly (string | null)[];
};

/**
 * Applies the rules of sessions (decisions 229 and 232). It belongs into the transaction of the sign-in, at once with
 * what remembers the browser, and before it.
 */
export async function applySessionRules(
  portal: Portal,
  session: Session,
  account: Account,
  { userId, at }: Login,
  origin: RequestOrigin,
): Promise<RuledSignIn> {
  const { concurrent, maxConcurrent } = portal.config.session;
  const [news, replaced] = await portal.storage.gather(() => [
    newSignIn(portal, account, origin),
    concurrent === 'endOldest' ? portal.sessions.replaceOldest(userId, session, maxConcurrent - 1) : [],
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
  for (const name of replaced) {
    if (name !== null) await endEngineSessionsNamed(engines, [name]);
    portal.audit({ event: 'session.ended', account: account.userId, way: 'replaced' });
  }
  if (news !== null) notifyOfSignIn(portal, news, origin);
}
