import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { endOfSessionsIn } from './end-of-sessions.ts';
import { endOfRememberedIn } from './remembered-browsers.ts';

/** Accounts that are suspended until an identity check (rule 230). */
export interface Suspensions {
  /**
   * Makes accounts dormant that were not used since then, and ends their remembered browsers. Counting begins at the
   * first call after an account was created.
   * @param since epoch milliseconds
   * @returns their IDs, each in one call only
   */
  suspendUnused(since: number): Promise<readonly string[]>;
  /** Signs a person out everywhere and suspends their account, after they reported a sign-in. */
  suspend(userId: string): Promise<void>;
  /** Ends a suspension; false when there was none. To be called in the transaction of its cause. */
  lift(userId: string): Promise<boolean>;
}

export function suspensionsIn(db: Storage, now: Clock): Suspensions {
  const begin = db.prepare('UPDATE accounts SET counted_from = ? WHERE counted_from IS NULL');
  const mark = db.prepare<TableRow<'accounts'>>(`
    UPDATE accounts SET suspended = 'dormant'
    WHERE suspended IS NULL AND counted_from <= $since
      AND NOT EXISTS (SELECT 1 FROM sign_ins WHERE sign_ins.user_id = accounts.user_id AND at > $since)
    RETURNING user_id`);
  const suspend = db.prepare("UPDATE accounts SET suspended = 'reported' WHERE user_id = ?");
  const endSessions = endOfSessionsIn(db, now);
  const endRemembered = endOfRememberedIn(db);
  const lift = db.prepare(`
    UPDATE accounts SET suspended = NULL, counted_from = ? WHERE user_id = ? AND suspended IS NOT NULL`);
  return {
    suspendUnused: (since) =>
      db.transaction(async () => {
        await begin.run(now());
        const suspendedIds = (await mark.all({ $since: since })).map((row) => row.user_id);
        for (const userId of suspendedIds) await endRemembered(userId);
        return suspendedIds;
      }),
    suspend: (userId) =>
      db.transaction(async () => {
        await endSessions(userId);
        await suspend.run(userId);
      }),
    lift: async (userId) => (await lift.run(now(), userId)).changes > 0,
  };
}
