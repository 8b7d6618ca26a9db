import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The hashes of people's former passwords, stored encrypted. */
export function passwordHistoryIn(db: Storage) {
  const sealedHashes = sealedColumn(db, 'password_history', 'hash');
  const insert = db.prepare(`
    INSERT INTO password_history (user_id, sequence, hash)
    VALUES ($user, (SELECT coalesce(max(sequence), 0) + 1 FROM password_history WHERE user_id = $user), $hash)`);
  const select = db.prepare<TableRow<'password_history'>>(
    'SELECT hash FROM password_history WHERE user_id = ? ORDER BY sequence DESC LIMIT ?',
  );
  return {
    async add(userId: string, hash: string): Promise<void> {
      await insert.run({ $user: userId, $hash: sealedHashes.seal(hash) });
    },
    /** The hashes of the last `max` passwords of a person, the newest first. */
    of: async (userId: string, max: number): Promise<readonly string[]> =>
      (await select.all(userId, max)).map((row) => sealedHashes.open(row.hash)),
  };
}
