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

export type MovedTable = { readonly table: string; readonly rows: number };

/** Tables that are not copied, because each database has its own. */
const NOT_COPIED = ['migrations', 'data_keys'];
/** Tables that are copied first, because others refer to them. */
const COPIED_FIRST = ['accounts', 'sessions', 'known_browsers'];
const COPIED_LAST = [...PERMANENT_TABLES, ...LIFETIMES.map(({ table }) => table)].filter(
  (table) => !NOT_COPIED.includes(table) && !COPIED_FIRST.includes(table),
);

/** Columns with generated numbers. */
const NUMBER_COLUMNS = [
  ['sessions', 'session'],
  ['engine_begun', 'turn'],
] as const;

const BATCH = 500;

/** A key file is encrypted like the database row that replaces it. */
const KEY_FILE_LOCATION = columnLocation('server_keys', 'content');

/** Decrypts a value of one storage and encrypts it for the other. */
const reencrypted = (from: Storage, to: Storage, location: string, encrypted: string): string =>
  to.sealer.seal(location, from.sealer.open(location, encrypted));

async function moveTable(from: Storage, to: Storage, table: string): Promise<MovedTable> {
  const read = from.prepare(`SELECT * FROM ${table} LIMIT ${BATCH} OFFSET CAST(? AS BIGINT)`);
  const sealedColumns = SEALED_TABLES.find((one) => one.table === table)?.columns ?? [];
  const reencryptedValue = (column: string, value: SqlValue): SqlValue =>
    typeof value === 'string' && sealedColumns.includes(column)
      ? reencrypted(from, to, columnLocation(table, column), value)
      : value;
  let rows = 0;
  for (let batch = await read.all(0); batch.length > 0; batch = await read.all(rows)) {
    const columns = Object.keys(batch[0] ?? {});
    const insert = to.prepare(insertInto(table, columns));
    for (const row of batch)
      await insert.run(...columns.map((column) => reencryptedValue(column, row[column] ?? null)));
    rows += batch.length;
  }
  const counted = await to.prepare<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).get();
  if (counted?.n !== rows) throw new Error(`${table}: ${rows} rows, of which ${counted?.n} arrived`);
  return { table, rows };
}

/**
 * Copies everything from one storage to an empty one, in one transaction.
 * @param keys contents of the key files of a single machine by name
 * @throws NotEmptyError when the target has accounts.
 */
export const moveAll = (
  from: Storage,
  to: Storage,
  keys: ReadonlyMap<string, string>,
): Promise<readonly MovedTable[]> =>
  to.runExclusively(async () => {
    if (await to.prepare<TableRow<'accounts'>>('SELECT 1 FROM accounts LIMIT 1').get())
      throw new NotEmptyError();
    const movedTables: MovedTable[] = [];
    for (const table of [...COPIED_FIRST, ...COPIED_LAST]) movedTables.push(await moveTable(from, to, table));
    const addKey = to.prepare(insertInto('server_keys', ['name', 'content']));
    for (const [name, content] of keys)
      await addKey.run(name, reencrypted(from, to, KEY_FILE_LOCATION, content));
    for (const [table, column] of to.engine === 'postgres' ? NUMBER_COLUMNS : []) {
      await to
        .prepare(
          `SELECT setval(pg_get_serial_sequence('${table}', '${column}'),
             (SELECT coalesce(max(${column}), 0) + 1 FROM ${table}), false)`,
        )
        .get();
    }
    return movedTables;
  });
