import { setTimeout } from 'node:timers/promises';
import type { Row, SqlValue } from '#server/storage/statement.ts';
import type { Storage } from '#server/storage/storage.ts';
import { columnLocation, SEALED_TABLES, type SealedTable } from './sealed-columns.ts';

/** Rows per transaction, so that sign-ins wait only briefly. */
const BATCH = 100;
/** Pause between two batches for the running servers. */
const PAUSE_MS = 5;

const list = (columns: readonly string[], separator = ', '): string => columns.join(separator);

/** Encrypts the values of a table again that have another key or none; skips rows that change in the meantime. */
async function resealTable(db: Storage, { table, key, columns }: SealedTable): Promise<number> {
  const placeholders = key.map(() => '?').join(', ');
  const page = `SELECT ${list([...key, ...columns])} FROM ${table}`;
  const order = `ORDER BY ${list(key)} LIMIT ${BATCH}`;
  const firstRows = db.prepare(`${page} ${order}`);
  const rowsAfter = db.prepare(`${page} WHERE (${list(key)}) > (${placeholders}) ${order}`);
  const updates = columns.map((column) => ({
    column,
    location: columnLocation(table, column),
    update: db.prepare(
      `UPDATE ${table} SET ${column} = ? WHERE ${list(key, ' = ? AND ')} = ? AND ${column} = ?`,
    ),
  }));

  const resealRow = async (row: Row): Promise<number> => {
    let changed = 0;
    for (const { column, location, update } of updates) {
      const encrypted = row[column];
      if (typeof encrypted !== 'string' || db.sealer.isCurrent(encrypted)) continue;
      const sealed = db.sealer.seal(location, db.sealer.open(location, encrypted));
      changed += (await update.run(sealed, ...keyOf(row), encrypted)).changes;
    }
    return changed;
  };
  const keyOf = (row: Row): readonly SqlValue[] => key.map((column) => row[column] ?? null);

  let changed = 0;
  let last: Row | undefined;
  do {
    const after = last;
    const [count, end] = await db.commitTogether(async () => {
      const rows = await (after ? rowsAfter.all(...keyOf(after)) : firstRows.all());
      let count = 0;
      for (const row of rows) count += await resealRow(row);
      return [count, rows.length === BATCH ? rows.at(-1) : undefined] as const;
    });
    changed += count;
    last = end;
    if (last) await setTimeout(PAUSE_MS);
  } while (last);
  return changed;
}

/** Encrypts all values that are not encrypted with the first key; returns their number. */
export async function reencryptAll(
  db: Storage,
  tables: readonly SealedTable[] = SEALED_TABLES,
): Promise<number> {
  let changed = 0;
  for (const table of tables) changed += await resealTable(db, table);
  return changed;
}

/** A running server keeps encrypting with another key. */
export class OtherKeySealsError extends Error {
  override readonly name = 'OtherKeySealsError';

  constructor() {
    super('A server keeps encrypting with another key');
  }
}

const MAX_PASSES = 10;

/**
 * Encrypts everything again with the first key while servers run, and removes the record of the other keys.
 * @param reencryptFiles does the same for the files outside the storage
 * @returns the number of values encrypted again
 * @throws OtherKeySealsError when servers keep encrypting with another key
 */
export async function reseal(db: Storage, reencryptFiles: () => Promise<void>): Promise<number> {
  const removeOtherKeys = db.prepare('DELETE FROM data_keys WHERE key_id <> ?');
  let total = 0;
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const changed = await reencryptAll(db);
    total += changed;
    if (changed > 0) continue;
    await reencryptFiles();
    await removeOtherKeys.run(db.sealer.keyId);
    return total;
  }
  throw new OtherKeySealsError();
}
