import { randomUUID } from 'node:crypto';
import type { Clock } from '#server/config/deps.ts';
import { insertInto } from '#server/storage/sql.ts';
import type { Storage } from '#server/storage/storage.ts';
import type { TableRow } from '#server/storage/tables.ts';

/** The SCIM ids of an account, and the attributes of the identity source that an account does not have. */
export type ScimUser = {
  readonly userId: string;
  /** This id is never used again, even after the account was removed. */
  readonly scimId: string;
  readonly externalId: string | null;
  readonly locale: string | null;
  /** The language in which the identity source writes names; null when it has not named a language. */
  readonly language: 'ko' | 'en' | null;
  /** Epoch milliseconds. */
  readonly createdAt: number;
  readonly modifiedAt: number;
};

/** The values that the identity source can change. */
export type ScimValues = Pick<ScimUser, 'externalId' | 'locale' | 'language'>;

/** The SCIM ids and values of accounts. An account gets a SCIM id when it is first read here. */
export interface ScimUsers {
  all(): Promise<readonly ScimUser[]>;
  byScimId(scimId: string): Promise<ScimUser | null>;
  byUserId(userId: string): Promise<ScimUser | null>;
  /** The SCIM users of several accounts, by the IDs of the accounts. */
  ofUsers(userIds: readonly string[]): Promise<ReadonlyMap<string, ScimUser>>;
  byExternalId(externalId: string): Promise<readonly ScimUser[]>;
  write(userId: string, values: ScimValues): Promise<void>;
}

const toUser = (row: TableRow<'scim_users'>): ScimUser =>
  ({
    userId: row.user_id,
    scimId: row.scim_id,
    externalId: row.external_id,
    locale: row.locale,
    language: row.language,
    createdAt: row.created_at,
    modifiedAt: row.modified_at,
  }) as ScimUser;

export function scimUsersIn(db: Storage, now: Clock): ScimUsers {
  const withoutScimId = db.prepare<TableRow<'accounts'>>(
    'SELECT user_id FROM accounts WHERE user_id NOT IN (SELECT user_id FROM scim_users)',
  );
  const insert = db.prepare(
    `${insertInto('scim_users', ['user_id', 'scim_id', 'created_at', 'modified_at'])} ON CONFLICT DO NOTHING`,
  );
  const all = db.prepare<TableRow<'scim_users'>>('SELECT * FROM scim_users');
  const byScimId = db.prepare<TableRow<'scim_users'>>('SELECT * FROM scim_users WHERE scim_id = ?');
  const byUserId = db.prepare<TableRow<'scim_users'>>('SELECT * FROM scim_users WHERE user_id = ?');
  const byExternalId = db.prepare<TableRow<'scim_users'>>('SELECT * FROM scim_users WHERE external_id = ?');
  const write = db.prepare(
    'UPDATE scim_users SET external_id = ?, locale = ?, language = ?, modified_at = ? WHERE user_id = ?',
  );
  const byUserIds = (count: number) =>
    db.prepare<TableRow<'scim_users'>>(
      `SELECT * FROM scim_users WHERE user_id IN (${Array.from({ length: count }, () => '?').join(', ')})`,
    );
  const addScimId = (userId: string) => insert.run(userId, randomUUID(), now(), now());
  const userOrNull = (row: TableRow<'scim_users'> | undefined): ScimUser | null => (row ? toUser(row) : null);
  return {
    async all() {
      for (const row of await withoutScimId.all()) await addScimId(row.user_id);
      return (await all.all()).map(toUser);
    },
    byScimId: async (scimId) => userOrNull(await byScimId.get(scimId)),
    async byUserId(userId) {
      const stored = userOrNull(await byUserId.get(userId));
      if (stored) return stored;
      await addScimId(userId);
      return userOrNull(await byUserId.get(userId));
    },
    async ofUsers(userIds) {
      if (userIds.length === 0) return new Map();
      const statement = byUserIds(userIds.length);
      const readUsers = async () =>
        new Map((await statement.all(...userIds)).map((row) => [row.user_id, toUser(row)] as const));
      const storedUsers = await readUsers();
      const missing = userIds.filter((userId) => !storedUsers.has(userId));
      if (missing.length === 0) return storedUsers;
      await db.commitTogether(async () => {
        for (const userId of missing) await addScimId(userId);
      });
      return readUsers();
    },
    byExternalId: async (externalId) => (await byExternalId.all(externalId)).map(toUser),
    async write(userId, { externalId, locale, language }) {
      await addScimId(userId);
      await write.run(externalId, locale, language, now(), userId);
    },
  };
}
