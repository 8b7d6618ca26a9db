import type { Storage } from '#server/storage/storage.ts';
import { passwordsIn } from './passwords.ts';

/** Changes of passwords by operators. */
export interface PasswordRows {
  /** Sets a password, moves the former one into the history, and clears failures and their lock (rule 190). */
  set(userId: string, hash: string, mustChange: boolean): Promise<void>;
  /** Requires a new password at the next sign-in; false when the person has none. */
  force(userId: string): Promise<boolean>;
}

/** The passwords of a storage, for operators. */
export function passwordRowsIn(db: Storage): PasswordRows {
  const hashes = passwordsIn(db);
  const force = db.prepare('UPDATE passwords SET is_initial = 1 WHERE user_id = ?');
  return {
    set: (userId, hash, mustChange) =>
      hashes.replace(userId, { hash, expiresOn: null, mustChange, resetMethod: null, identityCheck: null }),
    force: async (userId) => (await force.run(userId)).changes > 0,
  };
}
