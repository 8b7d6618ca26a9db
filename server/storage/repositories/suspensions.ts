import type { Clock } from '#server/config/deps.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { endOfSessionsIn } from './end-of-sessions.ts';
import { endOfRememberedIn } from './remembered-browsers.ts';

/** Accounts that are suspended until an identity check (rule 230). */
export interface Suspensions {
  /**
   * Suspends the accounts that were not used since a time as dormant, and ends their remembered browsers. For a new
   * account, the time without use is counted from the first call.
   * @param since the time in epoch milliseconds
   * @returns the IDs of the newly suspended accounts
   */
  suspendUnused(since: number): Promise<readonly string[]>;
  /** Ends all sessions of a person and suspends the account, after the person has reported a sign-in. */
  suspend(userId: string): Promise<void>;
  /** Ends a suspension; returns false when there was none. To be called in the transaction of the cause. */
  end(userId: string): Promise<boolean>;
}

export function suspensionsIn(db: Storage, now: Clock): Suspensions {
  const startCounting = db.prepare('UPDATE accounts SET counted_from = ? WHERE counted_from IS NULL');
  const suspendDormant = db.prepare<TableRow<'accounts'>>(`
    UPDATE accounts SET suspended = 'dormant'
    WHERE suspended IS NULL AND counted_from <= $since
      AND NOT EXISTS (SELECT 1 FROM sign_ins WHERE sign_ins.user_id = accounts.user_id AND at > $since)
    RETURNING user_id`);
  const suspendReported = db.prepare("UPDATE accounts SET suspended = 'reported' WHERE user_id = ?");
  const endSessions = endOfSessionsIn(db, now);
  const endRemembered = endOfRememberedIn(db);
  const end = db.prepare(`
    UPDATE accounts SET suspended = NULL, counted_from = ? WHERE user_id = ? AND suspended IS NOT NULL`);
  return {
    suspendUnused: (since) =>
      db.transaction(async () => {
        await startCounting.run(now());
        const suspendedIds = (await suspendDormant.all({ $since: since })).map((row) => row.user_id);
        for (const userId of suspendedIds) await endRemembered(userId);
        return suspendedIds;
      }),
    suspend: (userId) =>
      db.transaction(async () => {
        await endSessions(userId);
        await suspendReported.run(userId);
      }),
    end: async (userId) => (await end.run(now(), userId)).changes > 0,
  };
}
