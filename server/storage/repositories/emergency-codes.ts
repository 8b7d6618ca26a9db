import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

type EmergencyCode = {
  /** Hash of the code. */
  readonly hash: string;
  /** Epoch milliseconds, both included. */
  readonly validFrom: number;
  readonly validUntil: number;
  /** Wrong guesses so far. */
  readonly failures: number;
};

export interface EmergencyCodes {
  find(userId: string): Promise<EmergencyCode | null>;
  /**
   * Counts a guess before it is verified, in one statement: guesses made at the same time cannot pass
   * the cap together.
   * @returns the guesses so far; null when the cap was reached before.
   */
  beginGuess(userId: string, maxFailures: number): Promise<number | null>;
  /** Uses the code up. Returns false when it was used or replaced in the meantime. */
  spend(userId: string, hash: string): Promise<boolean>;
  /** Replaces the code of the person; at most one is valid. */
  issue(userId: string, code: EmergencyCode): Promise<void>;
}

/** The unused temporary codes of administrators. */
export function emergencyCodesIn(db: Storage): EmergencyCodes {
  const hashes = sealedColumn(db, 'emergency_codes', 'hash');
  const byUser = db.prepare<TableRow<'emergency_codes'>>('SELECT * FROM emergency_codes WHERE user_id = ?');
  const count = db.prepare<TableRow<'emergency_codes'>>(`
    UPDATE emergency_codes SET failures = failures + 1 WHERE user_id = ? AND failures < ?
    RETURNING failures`);
  const remove = db.prepare('DELETE FROM emergency_codes WHERE user_id = ?');
  const insert = db.prepare(
    replaceIn('emergency_codes', ['user_id'], ['hash', 'valid_from', 'valid_until', 'failures']),
  );
  return {
    async find(userId) {
      const row = await byUser.get(userId);
      return row
        ? {
            hash: hashes.open(row.hash),
            validFrom: row.valid_from,
            validUntil: row.valid_until,
            failures: row.failures,
          }
        : null;
    },
    async beginGuess(userId, maxFailures) {
      const row = await count.get(userId, maxFailures);
      return row ? row.failures : null;
    },
    spend: (userId, hash) =>
      db.transaction(async () => {
        const row = await byUser.get(userId);
        if (!row || hashes.open(row.hash) !== hash) return false;
        return (await remove.run(userId)).changes > 0;
      }),
    async issue(userId, { hash, validFrom, validUntil, failures }) {
      await insert.run(userId, hashes.seal(hash), validFrom, validUntil, failures);
    },
  };
}
