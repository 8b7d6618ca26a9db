import { resealTables } from '#server/storage/at-rest/reseal.ts';
import { SEALED_TABLES } from '#server/storage/at-rest/sealed-columns.ts';
import { hashedId } from '#server/storage/at-rest/sealer.ts';
import type { Storage } from '#server/storage/storage.ts';

/** The ids of the data keys in use, and the revision of a pending SAML request, to detect changes. */
export const AT_REST_SCHEMA = `
  CREATE TABLE data_keys (
    key_id TEXT PRIMARY KEY,
    since INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  ALTER TABLE saml_pending ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
`;

/** Columns with secret ids, and the columns of the primary keys of their tables. */
const SECRET_ID_COLUMNS = [
  { table: 'engine_records', key: ['model', 'id'], columns: ['id', 'uid', 'grant_id'] },
  { table: 'engine_begun', key: ['turn'], columns: ['id'] },
  { table: 'saml_pending', key: ['id'], columns: ['id'] },
  { table: 'passkey_challenges', key: ['challenge'], columns: ['challenge'] },
] as const;

/** The sealed tables with the columns of their keys before the migration `plain-names`. */
export const FORMER_SEALED_TABLES = SEALED_TABLES.map((sealed) =>
  sealed.table === 'password_history' ? { ...sealed, key: ['user_id', 'turn'] } : sealed,
);

/** Sealed tables that later migrations create. */
const LATER_TABLES: readonly string[] = ['push_subscriptions', 'screens'];

/** Encrypts the existing values of sealed columns, and hashes existing secret ids. */
export async function sealAtRest(db: Storage): Promise<void> {
  for (const { table, key, columns } of SECRET_ID_COLUMNS) {
    const write = db.prepare(
      `UPDATE ${table} SET ${columns.join(' = ?, ')} = ? WHERE ${key.join(' = ? AND ')} = ?`,
    );
    for (const row of await db.prepare(`SELECT * FROM ${table}`).all()) {
      const hashes = columns.map((column) => row[column] ?? null).map((id) => id && hashedId(String(id)));
      await write.run(...hashes, ...key.map((column) => row[column] ?? null));
    }
  }
  await resealTables(
    db,
    FORMER_SEALED_TABLES.filter(({ table }) => !LATER_TABLES.includes(table)),
  );
}
