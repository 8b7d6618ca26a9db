import type { Clock } from '#server/config/deps.ts';
import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import type { StoredScreen } from '#wire/server-portal.ts';
import type { Session } from './sessions.ts';

/** The current screens of sessions in browsers without scripts (rule 233). */
export interface Screens {
  /** The screen of a session; null when none was stored in the last hour or the session id is retired. */
  find(session: Session): Promise<StoredScreen | null>;
  store(session: Session, screen: StoredScreen): Promise<void>;
  drop(session: Session): Promise<void>;
}

const LIFETIME_MS = 60 * 60_000;

export function screensIn(db: Storage, now: Clock): Screens {
  const sealedScreens = sealedColumn(db, 'screens', 'screen');
  const bySession = db.prepare<TableRow<'screens'>>(
    'SELECT screen FROM screens WHERE session = ? AND stored_at > ?',
  );
  const write = db.prepare(replaceIn('screens', ['session'], ['screen', 'stored_at']));
  const remove = db.prepare('DELETE FROM screens WHERE session = ?');
  return {
    async find(session) {
      const row = session.isRetired ? undefined : await bySession.get(session.key, now() - LIFETIME_MS);
      return row ? JSON.parse(sealedScreens.open(row.screen)) : null;
    },
    async store(session, screen) {
      await write.run(session.key, sealedScreens.seal(JSON.stringify(screen)), now());
    },
    async drop(session) {
      await remove.run(session.key);
    },
  };
}
