import { parse } from 'hono/utils/cookie';
import type { Clock, RandomBytes } from '#server/config/deps.ts';
import { hashedId } from '#server/storage/at-rest/sealer.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** A session of the help desk. Times are epoch milliseconds. */
export type DeskSessionRow = {
  readonly userId: string;
  /** Key of the session at the portal with which the person signed in. The desk session ends with it. */
  readonly portalSession: number;
  /** When the person last authenticated. */
  readonly provedAt: number;
  /** When the session ends if it is not used before. */
  readonly idleUntil: number;
  /** Proves that a call comes from the page of the session. */
  readonly csrf: string;
};

/** The sessions of the help desk. */
export interface DeskSessions {
  /**
   * Starts a session; the former session of the browser ends. Returns the Set-Cookie value.
   * @param cookieHeader the Cookie header with the former session, if any
   */
  start(
    cookieHeader: string,
    { userId, portalSession, provedAt }: Pick<DeskSessionRow, 'userId' | 'portalSession' | 'provedAt'>,
  ): Promise<string>;
  /** The session of a Cookie header; its idle time restarts. Null when the header has no valid session. */
  open(cookieHeader: string): Promise<DeskSessionRow | null>;
  /** Ends the session of a Cookie header; returns the Set-Cookie value that removes the cookie. */
  end(cookieHeader: string): Promise<string>;
}

const ID_BYTES = 32;

/** Maximum duration of a session, even in use. */
const MAX_DURATION_MS = 12 * 60 * 60_000;

/** @param idleMs how long an unused session lasts */
export function deskSessionsIn(
  db: Storage,
  { url, idleMs }: { readonly url: string; readonly idleMs: number },
  now: Clock,
  random: RandomBytes,
): DeskSessions {
  const insert = db.prepare(
    insertInto('desk_sessions', ['id_hash', 'user_id', 'session', 'started_at', 'seen_at', 'proved_at']),
  );
  const touch = db.prepare<TableRow<'desk_sessions'>>(`
    UPDATE desk_sessions SET seen_at = $now WHERE id_hash = $id AND seen_at > $idle AND started_at > $oldest
    RETURNING user_id, session, proved_at`);
  const remove = db.prepare('DELETE FROM desk_sessions WHERE id_hash = ?');
  const isSecure = url.startsWith('https:');
  const name = isSecure ? '__Host-munjigi_desk' : 'munjigi_desk';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const idIn = (cookieHeader: string): string => parse(cookieHeader, name)[name] ?? '';

  return {
    async start(cookieHeader, { userId, portalSession, provedAt }) {
      const id = random(ID_BYTES).toString('base64url');
      await db.transaction(async () => {
        await remove.run(hashedId(idIn(cookieHeader)));
        await insert.run(hashedId(id), userId, portalSession, now(), now(), provedAt);
      });
      return `${name}=${id}; ${attributes}`;
    },
    async open(cookieHeader) {
      const id = idIn(cookieHeader);
      if (id === '') return null;
      const row = await touch.get({
        $now: now(),
        $id: hashedId(id),
        $idle: now() - idleMs,
        $oldest: now() - MAX_DURATION_MS,
      });
      if (!row) return null;
      const { user_id: userId, session: portalSession, proved_at: provedAt } = row;
      return { userId, portalSession, provedAt, idleUntil: now() + idleMs, csrf: hashedId(`csrf ${id}`) };
    },
    async end(cookieHeader) {
      await remove.run(hashedId(idIn(cookieHeader)));
      return `${name}=; Max-Age=0; ${attributes}`;
    },
  };
}
