import { accountWordsIn } from '#server/storage/repositories/account-words.ts';
import { type Account, toAccount } from '#server/storage/repositories/accounts.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** Tables whose rows are removed with an account although they have no foreign key to it. */
const TABLES_WITHOUT_FOREIGN_KEY = ['proofs', 'saml_participants'] as const;

const WRITTEN_COLUMNS = [
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

/** The accounts, for the administration. */
export interface AccountRows {
  /** All accounts, in the order of their IDs. */
  all(): Promise<readonly Account[]>;
  /** Updates all values of an account except its ID. */
  write(account: Account): Promise<void>;
  /** Removes all failed attempts and locks of a person; returns how many rows were removed. */
  unlock(userId: string): Promise<number>;
  /** The failed attempts and locks of a person. */
  listLocks(userId: string): Promise<readonly Lock[]>;
  /** Unassigns the OTP card and YubiKeys of a person, and deletes all other data of the person. */
  remove(userId: string): Promise<void>;
}

/** A count of failed attempts of a person, and the lock that they may have caused. */
export type Lock = {
  /** The type code of the method of the attempts; for an identity check or an answer, `verification` or `answer`. */
  readonly code: string;
  readonly failures: number;
  /** The end of the lock, in epoch milliseconds; null without a lock. */
  readonly until: number | null;
  /** Whether the attempts were made in a known browser of the person, which has its own count (rule 243). */
  readonly isOfKnownBrowser: boolean;
};

export function accountRowsIn(db: Storage): AccountRows {
  const all = db.prepare<TableRow<'accounts'>>('SELECT * FROM accounts ORDER BY user_id');
  const write = db.prepare(
    `UPDATE accounts SET ${WRITTEN_COLUMNS.map((column) => `${column} = ?`).join(', ')} WHERE user_id = ?`,
  );
  const words = accountWordsIn(db);
  const unlockStatements = ['attempts', 'browser_attempts'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE user_id = ?`),
  );
  const locks = db.prepare<TableRow<'attempts'> & { readonly is_known: number }>(`
    SELECT token_code, failures, locked_until, 0 AS is_known FROM attempts WHERE user_id = $user
    UNION ALL
    SELECT token_code, failures, locked_until, 1 AS is_known FROM browser_attempts WHERE user_id = $user
    ORDER BY token_code, is_known`);
  const unassignStatements = [
    'UPDATE otp_cards SET user_id = NULL, awaited_factor = NULL WHERE user_id = ?',
    'UPDATE yubikeys SET user_id = NULL, slot = NULL WHERE user_id = ?',
  ].map((sql) => db.prepare(sql));
  const deleteStatements = [...TABLES_WITHOUT_FOREIGN_KEY, 'accounts'].map((table) =>
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
      let removedRows = 0;
      for (const statement of unlockStatements) removedRows += (await statement.run(userId)).changes;
      return removedRows;
    },
    listLocks: async (userId) =>
      (await locks.all({ $user: userId })).map((row) => ({
        code: row.token_code,
        failures: row.failures,
        until: row.locked_until,
        isOfKnownBrowser: row.is_known === 1,
      })),
    async remove(userId) {
      for (const statement of [...unassignStatements, ...deleteStatements]) await statement.run(userId);
    },
  };
}
