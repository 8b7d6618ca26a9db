import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import type { StoredPassword } from './accounts.ts';

/** What is kept with the hash of a new password. */
type NewHash = {
  readonly hash: string;
  /** The first day on which it is too old; null for one that does not expire. */
  readonly expiresOn: string | null;
  /** It has to be changed at the next sign-in. */
  readonly mustChange: boolean;
  /** The method that a forgotten one was reset by; null for none. */
  readonly resetBy: string | null;
  /** The check by which the person set it, and when; `kept` when the former password was the check. */
  readonly setBy: StoredPassword['setBy'] | 'kept';
};

/** The hashes of passwords, and of those before them. */
export function passwordHashesIn(db: Storage) {
  const present = db.prepare<TableRow<'passwords'>>('SELECT hash FROM passwords WHERE user_id = ?');
  const insertFormer = db.prepare(`
    INSERT INTO password_history (user_id, turn, hash)
    VALUES ($user, (SELECT coalesce(max(turn), 0) + 1 FROM password_history WHERE user_id = $user), $hash)`);
  const write = db.prepare(`
    INSERT INTO passwords (user_id, hash, expires_on, is_initial, reset_by) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, expires_on = excluded.expires_on,
      is_initial = excluded.is_initial, reset_by = excluded.reset_by`);
  const writeSetBy = db.prepare('UPDATE passwords SET set_by = ?, set_at = ? WHERE user_id = ?');
  const forgetFailures = ['attempts', 'browser_attempts'].map((table) =>
    db.prepare(
      `DELETE FROM ${table} WHERE user_id = ? AND token_code = ? AND (locked_until IS NULL OR locked_until < ?)`,
    ),
  );

  const remember = async (userId: string, hash: string): Promise<void> => {
    await insertFormer.run({ $user: userId, $hash: hash });
  };

  return {
    /** Keeps a former one. */
    remember,
    /**
     * Puts a new one in the place of the present one, which goes into the history; failures and the lock that they have
     * caused are forgotten (decision 190). It belongs into a transaction.
     */
    async replace(userId: string, { hash, expiresOn, mustChange, resetBy, setBy }: NewHash): Promise<void> {
      const former = await present.get(userId);
      if (former) await remember(userId, former.hash);
      await write.run(userId, hash, expiresOn, mustChange ? 1 : 0, resetBy);
      if (setBy !== 'kept') await writeSetBy.run(setBy?.way ?? null, setBy?.at ?? null, userId);
      for (const statement of forgetFailures)
        await statement.run(userId, TOKEN_CODES.password, Number.MAX_SAFE_INTEGER);
    },
  };
}
