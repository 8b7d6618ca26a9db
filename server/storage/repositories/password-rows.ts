import type { Storage } from '#server/storage/storage.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

/** Passwords as operators set them. */
export interface PasswordRows {
  /** The former one goes into the history; failures and the lock that they have caused are forgotten (decision 190). */
  set(userId: string, hash: string, mustChange: boolean): Promise<void>;
  /** False when the person has none. */
  force(userId: string): Promise<boolean>;
}

export function passwordRowsIn(db: Storage): PasswordRows {
  const present = db.prepare('SELECT hash FROM passwords WHERE user_id = ?');
  const remember = db.prepare(`
    INSERT INTO password_history (user_id, turn, hash)
    VALUES ($user, (SELECT coalesce(max(turn), 0) + 1 FROM password_history WHERE user_id = $user), $hash)`);
  const write = db.prepare(`
    INSERT INTO passwords (user_id, hash, expires_on, is_initial, reset_by) VALUES (?, ?, NULL, ?, NULL)
    ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, expires_on = NULL, is_initial = excluded.is_initial,
      reset_by = NULL`);
  const force = db.prepare('UPDATE passwords SET is_initial = 1 WHERE user_id = ?');
  const forgetFailures = db.prepare(
    'DELETE FROM attempts WHERE user_id = ? AND token_code = ? AND (locked_until IS NULL OR locked_until < ?)',
  );
  return {
    async set(userId, hash, mustChange) {
      const former = await present.get(userId);
      if (former) await remember.run({ $user: userId, $hash: String(former['hash']) });
      await write.run(userId, hash, mustChange ? 1 : 0);
      await forgetFailures.run(userId, TOKEN_CODES.password, Number.MAX_SAFE_INTEGER);
    },
    force: async (userId) => (await force.run(userId)).changes > 0,
  };
}
