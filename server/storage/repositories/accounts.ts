import type { AccountEntry } from '#server/config/account.ts';
import { foldedId } from '#server/config/folded-id.ts';
import type { Hours, Localized, Period } from '#server/config/values.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { SqlValue } from '#server/storage/statement.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { accountWordsIn } from './account-words.ts';
import type { Devices } from './devices.ts';
import { firstStepDefaultsIn } from './first-step-defaults.ts';
import { passwordsIn } from './passwords.ts';

/** An account. */
export type Account = {
  readonly userId: string;
  readonly name: Localized;
  /** Null when only the full name is known. */
  readonly lastName: Localized | null;
  readonly firstName: Localized | null;
  readonly role: 'user' | 'admin';
  /** Where the password is stored: in the portal, or for `EXTERNAL` in the company's directory. */
  readonly userType: 'LOCAL' | 'EXTERNAL';
  readonly status: 'active' | 'disabled' | 'blocked';
  /** Why the account is suspended until an identity check; null when it is not suspended. */
  readonly suspended: 'dormant' | 'reported' | null;
  readonly usagePeriod: Period | null;
  readonly usageHours: Hours | null;
  readonly phoneNumber: string | null;
  readonly internalMail: string | null;
  readonly privateMail: string | null;
};

export interface Accounts {
  find(userId: string): Promise<Account | null>;
  /** The account with a typed ID. Case and width may differ; an account with exactly this ID is preferred. */
  findTyped(typedId: string): Promise<Account | null>;
  /** Creates an account with its devices; returns false when the ID exists already. */
  add(entry: AccountEntry, passwordHash: string | null): Promise<boolean>;
}

/** The end of a lock by an administrator, which never ends by itself. */
const LOCKED_BY_ADMINISTRATOR = Number.MAX_SAFE_INTEGER;

const toPeriod = (from: string | null, until: string | null): Period | null =>
  from === null && until === null ? null : { ...(from && { from }), ...(until && { until }) };

const toLocalized = (ko: string | null, en: string | null): Localized | null =>
  ko !== null && en !== null ? { ko, en } : null;

/** The account of a row. */
export function toAccount(row: TableRow<'accounts'>): Account {
  return {
    userId: row.user_id,
    name: { ko: row.name_ko, en: row.name_en },
    lastName: toLocalized(row.last_name_ko, row.last_name_en),
    firstName: toLocalized(row.first_name_ko, row.first_name_en),
    role: row.role,
    userType: row.user_type,
    status: row.status,
    suspended: row.suspended,
    usagePeriod: toPeriod(row.usage_from, row.usage_until),
    usageHours: row.hours_from === null ? null : { from: row.hours_from, until: row.hours_until },
    phoneNumber: row.phone_number,
    internalMail: row.internal_mail,
    privateMail: row.private_mail,
  } as Account;
}

const COLUMNS = [
  'user_id',
  'name_ko',
  'name_en',
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
  'last_name_ko',
  'last_name_en',
  'first_name_ko',
  'first_name_en',
  'folded_id',
];

export function accountsIn(db: Storage, devices: Devices): Accounts {
  const byId = db.prepare<TableRow<'accounts'>>('SELECT * FROM accounts WHERE user_id = ?');
  const byFoldedId = db.prepare<TableRow<'accounts'>>('SELECT * FROM accounts WHERE folded_id = ?');
  const insert = db.prepare(`${insertInto('accounts', COLUMNS)} ON CONFLICT DO NOTHING`);
  const passwords = passwordsIn(db);
  const words = accountWordsIn(db);
  const lock = db.prepare(insertInto('attempts', ['user_id', 'token_code', 'failures', 'locked_until']));
  const firstStepDefaults = firstStepDefaultsIn(db);

  /** Locks the methods of a new account that are locked in its entry. */
  const lockMethods = async ({ userId, locked, inactivated }: AccountEntry): Promise<void> => {
    const codes = [...(locked ? [TYPE_CODES.password] : []), ...inactivated];
    for (const code of new Set(codes)) await lock.run(userId, code, 0, LOCKED_BY_ADMINISTRATOR);
  };

  const insertAccount = async (entry: AccountEntry): Promise<boolean> => {
    const { userId, name, role, userType, status, usagePeriod, usageHours } = entry;
    const values: SqlValue[] = [userId, name.ko, name.en, role, userType, status];
    values.push(usagePeriod?.from ?? null, usagePeriod?.until ?? null);
    values.push(usageHours?.from ?? null, usageHours?.until ?? null);
    values.push(entry.phoneNumber ?? null, entry.internalMail ?? null, entry.privateMail ?? null);
    values.push(entry.lastName?.ko ?? null, entry.lastName?.en ?? null);
    values.push(entry.firstName?.ko ?? null, entry.firstName?.en ?? null, foldedId(userId));
    return (await insert.run(...values)).changes > 0;
  };

  return {
    async find(userId) {
      const row = await byId.get(userId);
      return row ? toAccount(row) : null;
    },
    async findTyped(typedId) {
      const row = (await byId.get(typedId)) ?? (await byFoldedId.get(foldedId(typedId)));
      return row ? toAccount(row) : null;
    },
    add: (entry, passwordHash) =>
      db.transaction(async () => {
        if (!(await insertAccount(entry))) return false;
        await words.write({
          ...entry,
          lastName: entry.lastName ?? null,
          firstName: entry.firstName ?? null,
          phoneNumber: entry.phoneNumber ?? null,
          internalMail: entry.internalMail ?? null,
          privateMail: entry.privateMail ?? null,
        });
        const { userId, passwordExpires = null, initialPassword, fixedToken } = entry;
        if (passwordHash !== null)
          await passwords.insert(userId, passwordHash, {
            expiresOn: passwordExpires,
            isInitial: initialPassword,
          });
        await lockMethods(entry);
        await devices.register(entry);
        if (fixedToken)
          await firstStepDefaults.set(userId, {
            tokenCode: fixedToken.authType,
            alwaysSend: fixedToken.alwaysSend,
          });
        return true;
      }),
  };
}
