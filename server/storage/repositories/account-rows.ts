import { accountWordsIn } from '#server/storage/repositories/account-words.ts';
import { type Account, toAccount } from '#server/storage/repositories/accounts.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** Tables whose rows are removed with an account, in addition to those that reference it. */
const ALSO_REMOVED = ['proofs', 'saml_participants'] as const;

const COLUMNS = [
  'name_ko',
  'name_en',
  'last_name_ko',
  'last_name_en',
  'first_name_ko',
  'first_name_en',
  'role',
  'user_type',
  'status',
  'usage_from',
  'usage_until',
  'hours_from',
  'hours_until',
  'phone_number',
  'internal_mail',
  'private_mail',
];

/** Accounts as operators see them. */
export interface AccountRows {
  /** All, by ID. */
  all(): Promise<readonly Account[]>;
  /** Writes everything but the ID. */
  write(account: Account): Promise<void>;
  unlock(userId: string): Promise<number>;
  /** The counts and locks of a person: type code, failed attempts, and the end of the lock (epoch milliseconds; null: not locked). */
  locks(userId: string): Promise<readonly Lock[]>;
  /** Unassigns OTP cards and YubiKeys, and deletes everything else of the person. */
  remove(userId: string): Promise<void>;
}

export type Lock = {
  readonly code: string;
  readonly failures: number;
  readonly until: number | null;
  /** Whether it counts for a browser in which the person has signed in, not for all others (rule 243). */
  readonly isOfKnownBrowser: boolean;
};

export function accountRowsIn(db: Storage): AccountRows {
  const all = db.prepare<TableRow<'accounts'>>('SELECT * FROM accounts ORDER BY user_id');
  const write = db.prepare(
    `UPDATE accounts SET ${COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE user_id = ?`,
  );
  const words = accountWordsIn(db);
  const unlocks = ['attempts', 'browser_attempts'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE user_id = ?`),
  );
  const locks = db.prepare<TableRow<'attempts'> & { readonly is_known: number }>(`
    SELECT token_code, failures, locked_until, 0 AS is_known FROM attempts WHERE user_id = $user
    UNION ALL
    SELECT token_code, failures, locked_until, 1 AS is_known FROM browser_attempts WHERE user_id = $user
    ORDER BY token_code, is_known`);
  const releases = [
    'UPDATE otp_cards SET user_id = NULL, awaited_factor = NULL WHERE user_id = ?',
    'UPDATE yubikeys SET user_id = NULL, slot = NULL WHERE user_id = ?',
  ].map((sql) => db.prepare(sql));
  const removals = [...ALSO_REMOVED, 'accounts'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE user_id = ?`),
  );
  return {
    all: async () => (await all.all()).map(toAccount),
    async write({ userId, name, lastName, firstName, usagePeriod, usageHours, ...account }) {
      await words.write({ userId, name, lastName, firstName, ...account });
      await write.run(
        name.ko,
        name.en,
        lastName?.ko ?? null,
        lastName?.en ?? null,
        firstName?.ko ?? null,
        firstName?.en ?? null,
        account.role,
        account.userType,
        account.status,
        usagePeriod?.from ?? null,
        usagePeriod?.until ?? null,
        usageHours?.from ?? null,
        usageHours?.until ?? null,
        account.phoneNumber,
        account.internalMail,
        account.privateMail,
        userId,
      );
    },
    async unlock(userId) {
      let removedLocks = 0;
      for (const statement of unlocks) removedLocks += (await statement.run(userId)).changes;
      return removedLocks;
    },
    locks: async (userId) =>
      (await locks.all({ $user: userId })).map((row) => ({
        code: row.token_code,
        failures: row.failures,
        until: row.locked_until,
        isOfKnownBrowser: row.is_known === 1,
      })),
    async remove(userId) {
      for (const statement of [...releases, ...removals]) await statement.run(userId);
    },
  };
}
