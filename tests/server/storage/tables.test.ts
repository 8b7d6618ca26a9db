import { expect, test } from 'vitest';
import { TABLES } from '#server/storage/tables.ts';
import { openTestStorage } from '#tests/support/server/storage.ts';

/** Tables of the database engine itself. */
const ENGINE_TABLE = /^(sqlite|pg)_/;

const KINDS: Readonly<Record<string, string>> = {
  INTEGER: 'integer',
  BIGINT: 'integer',
  bigint: 'integer',
  integer: 'integer',
  TEXT: 'text',
  text: 'text',
  BLOB: 'blob',
  bytea: 'blob',
};

type Column = { table_name: string; name: string; type: string; is_nullable: number };

const QUERIES = {
  sqlite: `SELECT m.name AS table_name, c.name AS name, c.type AS type, (c."notnull" = 0 AND c.pk = 0) AS is_nullable
    FROM sqlite_master AS m, pragma_table_info(m.name) AS c WHERE m.type = 'table'`,
  postgres: `SELECT table_name, column_name AS name, data_type AS type,
      CASE is_nullable WHEN 'YES' THEN 1 ELSE 0 END AS is_nullable
    FROM information_schema.columns WHERE table_schema = current_schema()`,
} as const;

test('the row types match the tables of the migrations', async () => {
  const db = await openTestStorage();
  const columns = await db.prepare<Column>(QUERIES[db.engine]).all();
  const existingTables: Record<string, Record<string, string>> = {};
  for (const { table_name: table, name, type, is_nullable: isNullable } of columns) {
    if (ENGINE_TABLE.test(table)) continue;
    existingTables[table] = {
      ...existingTables[table],
      [name]: `${KINDS[type] ?? type}${isNullable ? '?' : ''}`,
    };
  }
  expect(existingTables).toEqual(TABLES);
});
