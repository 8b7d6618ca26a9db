import type { Storage } from '#server/storage/storage.ts';
import { passwordsIn } from './passwords.ts';

/** Changes of passwords by an administrator. */
export interface AdminPasswordChanges {
  /**
   * Sets a password, moves the former password into the history, and clears failed attempts and their lock (rule 190).
   */
  set(userId: string, hash: string, mustChange: boolean): Promise<void>;
  /** Requires a new password at the next sign-in; returns false when the person has no password. */
  requireChange(userId: string): Promise<boolean>;
}

export function adminPasswordChangesIn(db: Storage): AdminPasswordChanges {
  const passwords = passwordsIn(db);
  const markToChange = db.prepare('UPDATE passwords SET is_initial = 1 WHERE user_id = ?');
  return {
    set: (userId, hash, mustChange) =>
      passwords.replace(userId, {
        hash,
        expiresOn: null,
        mustChange,
        resetMethod: null,
        identityCheck: null,
      }),
    requireChange: async (userId) => (await markToChange.run(userId)).changes > 0,
  };
}
