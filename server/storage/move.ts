import type { TableRow } from '#server/storage/tables.ts';
import { columnLocation, SEALED_TABLES } from './at-rest/sealed-columns.ts';
import { LIFETIMES, PERMANENT_TABLES } from './lifetimes.ts';
import { insertInto } from './sql.ts';
import type { SqlValue } from './statement.ts';
import type { Storage } from './storage.ts';

/** The target storage already has accounts. */
export class NotEmptyError extends Error {
  override readonly name = 'NotEmptyError';
}

/** A copied table and the number of its rows. */
export type CopiedTable = { readonly table: string; readonly rowCount: number };

/** Tables that are not copied, because each database has its own. */
const NOT_COPIED = ['migrations', 'data_keys'];
/** Tables that are copied first, because others refer to them. */
const COPIED_FIRST = ['accounts', 'sessions', 'known_browsers'];
/** All other tables. */
const COPIED_LAST = [...PERMANENT_TABLES, ...LIFETIMES.map(({ table }) => table)].filter(
  (table) => !NOT_COPIED.includes(table) && !COPIED_FIRST.includes(table),
);

/** Tables and their columns in which the database numbers new rows. */
const GENERATED_NUMBER_COLUMNS = [
  ['sessions', 'session'],
  ['pending_oidc_requests', 'sequence'],
] as const;

/** Rows that are read at a time. */
const BATCH_SIZE = 500;

/** The location for which a key file is encrypted: the column of the database that replaces the file. */
const KEY_FILE_LOCATION = columnLocation('server_keys', 'content');

/** A value of the storage `from`, encrypted again for the storage `to`. */
const reencrypted = (from: Storage, to: Storage, location: string, encrypted: string): string =>
  to.sealer.seal(location, from.sealer.open(location, encrypted));

async function copyTable(from: Storage, to: Storage, table: string): Promise<CopiedTable> {
  const read = from.prepare(`SELECT * FROM ${table} LIMIT ${BATCH_SIZE} OFFSET CAST(? AS BIGINT)`);
  const sealedColumns = SEALED_TABLES.find((sealed) => sealed.table === table)?.columns ?? [];
  const reencryptedValue = (column: string, value: SqlValue): SqlValue =>
    typeof value === 'string' && sealedColumns.includes(column)
      ? reencrypted(from, to, columnLocation(table, column), value)
      : value;
  let rowCount = 0;
  for (let batch = await read.all(0); batch.length > 0; batch = await read.all(rowCount)) {
    const columns = Object.keys(batch[0] ?? {});
    const insert = to.prepare(insertInto(table, columns));
    for (const row of batch)
      await insert.run(...columns.map((column) => reencryptedValue(column, row[column] ?? null)));
    rowCount += batch.length;
  }
  const copied = await to.prepare<{ count: number }>(`SELECT count(*) AS count FROM ${table}`).get();
  if (copied?.count !== rowCount)
    throw new Error(`${table}: copied ${rowCount} rows, but the target has ${copied?.count}`);
  return { table, rowCount };
}

/**
 * Copies all rows of a storage to an empty storage, in one transaction.
 * @param keyFiles the encrypted contents of the key files (which SQLite data have next to the database), by their
 * names in the table `server_keys`
 * @throws NotEmptyError when the target has accounts.
 */
export const copyStorage = (
  from: Storage,
  to: Storage,
  keyFiles: ReadonlyMap<string, string>,
): Promise<readonly CopiedTable[]> =>
  to.runExclusively(async () => {
    if (await to.prepare<TableRow<'accounts'>>('SELECT 1 FROM accounts LIMIT 1').get())
      throw new NotEmptyError();
    const copiedTables: CopiedTable[] = [];
    for (const table of [...COPIED_FIRST, ...COPIED_LAST])
      copiedTables.push(await copyTable(from, to, table));
    const addKey = to.prepare(insertInto('server_keys', ['name', 'content']));
    for (const [name, content] of keyFiles)
      await addKey.run(name, reencrypted(from, to, KEY_FILE_LOCATION, content));
    for (const [table, column] of to.engine === 'postgres' ? GENERATED_NUMBER_COLUMNS : []) {
      await to
        .prepare(
          `SELECT setval(pg_get_serial_sequence('${table}', '${column}'),
             (SELECT coalesce(max(${column}), 0) + 1 FROM ${table}), false)`,
        )
        .get();
    }
    return copiedTables;
  });
