import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { replaceIn } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** A temporary code. */
type EmergencyCode = {
  /** Hash of the code. */
  readonly hash: string;
  /** The first and the last moment of the code's validity, in epoch milliseconds. */
  readonly validFrom: number;
  readonly validUntil: number;
  /** How many wrong codes were entered. */
  readonly failures: number;
};

export interface EmergencyCodes {
  find(userId: string): Promise<EmergencyCode | null>;
  /**
   * Counts a guess before it is verified. This is one statement, so concurrent guesses cannot exceed the maximum.
   * @returns the number of guesses, including this guess; null when the maximum was reached before
   */
  beginGuess(userId: string, maxFailures: number): Promise<number | null>;
  /** Removes a used code. Returns false when the code was used or replaced in the meantime. */
  consume(userId: string, hash: string): Promise<boolean>;
  /** Stores a code; the former code of the person becomes invalid. */
  issue(userId: string, code: EmergencyCode): Promise<void>;
}

/** The unused temporary codes (emergency codes) that administrators have issued. */
export function emergencyCodesIn(db: Storage): EmergencyCodes {
  const sealedHashes = sealedColumn(db, 'emergency_codes', 'hash');
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
            hash: sealedHashes.open(row.hash),
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
    consume: (userId, hash) =>
      db.transaction(async () => {
        const row = await byUser.get(userId);
        if (!row || sealedHashes.open(row.hash) !== hash) return false;
        return (await remove.run(userId)).changes > 0;
      }),
    async issue(userId, { hash, validFrom, validUntil, failures }) {
      await insert.run(userId, sealedHashes.seal(hash), validFrom, validUntil, failures);
    },
  };
}
