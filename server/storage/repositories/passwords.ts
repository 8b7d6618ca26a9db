import { sealedColumn } from '#server/storage/at-rest/sealed-columns.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { passwordHistoryIn } from './password-history.ts';

/** The password of a person. */
export type StoredPassword = {
  readonly hash: string;
  /** The encrypted hash, with which `replaceHash` recognises a password that has changed since. */
  readonly sealedHash: string;
  /** The last day on which the password is valid, such as 2026-01-31; null when it does not expire. */
  readonly expiresOn: string | null;
  /**
   * Whether the person has to change the password at the next sign-in, for example because an administrator has set it.
   */
  readonly isInitial: boolean;
  /**
   * The method of the identity check with which the password was reset; null after a login with two steps (rule 191).
   */
  readonly resetMethod: string | null;
  /** The identity check before the person set the password; null when an administrator has set it (rule 242). */
  readonly identityCheck: { readonly method: string; readonly at: number } | null;
};

/** The stored end of an administrator's lock, which a new password does not clear. */
const LOCKED_BY_ADMINISTRATOR = Number.MAX_SAFE_INTEGER;

/** The values of a new password. */
type NewPassword = {
  readonly hash: string;
  /** The last day on which the password is valid; null when it does not expire. */
  readonly expiresOn: string | null;
  /** Whether the person has to change it at the next sign-in. */
  readonly mustChange: boolean;
  /** The method of the identity check with which the password is reset; null when it is not reset. */
  readonly resetMethod: string | null;
  /**
   * The identity check before the person sets the password; `unchanged` when the former password was verified
   * instead.
   */
  readonly identityCheck: StoredPassword['identityCheck'] | 'unchanged';
};

/** The passwords of people. Their hashes are stored encrypted. */
export function passwordsIn(db: Storage) {
  const sealedHashes = sealedColumn(db, 'passwords', 'hash');
  const history = passwordHistoryIn(db);
  const byUser = db.prepare<TableRow<'passwords'>>(
    'SELECT hash, expires_on, is_initial, reset_by, set_by, set_at FROM passwords WHERE user_id = ?',
  );
  const insert = db.prepare(insertInto('passwords', ['user_id', 'hash', 'expires_on', 'is_initial']));
  const updateHash = db.prepare('UPDATE passwords SET hash = ? WHERE user_id = ? AND hash = ?');
  const clearResetMethod = db.prepare('UPDATE passwords SET reset_by = NULL WHERE user_id = ?');
  const write = db.prepare(`
    INSERT INTO passwords (user_id, hash, expires_on, is_initial, reset_by) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash, expires_on = excluded.expires_on,
      is_initial = excluded.is_initial, reset_by = excluded.reset_by`);
  const writeSetBy = db.prepare('UPDATE passwords SET set_by = ?, set_at = ? WHERE user_id = ?');
  const clearFailures = ['attempts', 'browser_attempts'].map((table) =>
    db.prepare(
      `DELETE FROM ${table} WHERE user_id = ? AND token_code = ? AND (locked_until IS NULL OR locked_until < ?)`,
    ),
  );

  return {
    async find(userId: string): Promise<StoredPassword | null> {
      const row = await byUser.get(userId);
      if (!row) return null;
      const { hash, set_by: method, set_at: at } = row;
      return {
        hash: sealedHashes.open(hash),
        sealedHash: hash,
        expiresOn: row.expires_on,
        isInitial: row.is_initial === 1,
        resetMethod: row.reset_by,
        identityCheck: method === null || at === null ? null : { method, at },
      };
    },
    /** Adds the first password of an account. */
    async insert(
      userId: string,
      hash: string,
      { expiresOn, isInitial }: Pick<StoredPassword, 'expiresOn' | 'isInitial'>,
    ): Promise<void> {
      await insert.run(userId, sealedHashes.seal(hash), expiresOn, isInitial ? 1 : 0);
    },
    /** Replaces the hash with a newer hash of the same password, unless the password has changed in the meantime. */
    async replaceHash(userId: string, { sealedHash }: StoredPassword, hash: string): Promise<void> {
      await updateHash.run(sealedHashes.seal(hash), userId, sealedHash);
    },
    /** Clears the method with which the password was reset, after a login with two steps. */
    async clearResetMethod(userId: string): Promise<void> {
      await clearResetMethod.run(userId);
    },
    /**
     * Sets a new password, moves the former password into the history, and clears failed attempts and their lock (rule
     * 190). To be called in a transaction.
     */
    async replace(
      userId: string,
      { hash, expiresOn, mustChange, resetMethod, identityCheck }: NewPassword,
    ): Promise<void> {
      const former = await byUser.get(userId);
      if (former) await history.add(userId, sealedHashes.open(former.hash));
      await write.run(userId, sealedHashes.seal(hash), expiresOn, mustChange ? 1 : 0, resetMethod);
      if (identityCheck !== 'unchanged')
        await writeSetBy.run(identityCheck?.method ?? null, identityCheck?.at ?? null, userId);
      for (const statement of clearFailures)
        await statement.run(userId, TYPE_CODES.password, LOCKED_BY_ADMINISTRATOR);
    },
  };
}

export type Passwords = ReturnType<typeof passwordsIn>;
