import { setTimeout } from 'node:timers/promises';
import type { Row, SqlValue } from '#server/storage/statement.ts';
import type { Storage } from '#server/storage/storage.ts';
import { columnLocation, SEALED_TABLES, type SealedTable } from './sealed-columns.ts';

/** Maximum number of rows in a transaction, so that sign-ins wait only briefly. */
const BATCH_SIZE = 100;
/** Pause between two batches, in which the running servers can use the database. */
const PAUSE_MS = 5;

const joined = (columns: readonly string[], separator = ', '): string => columns.join(separator);

/**
 * Encrypts the values of a table that are not encrypted with the first key yet; skips rows that change in the meantime.
 * @returns the number of newly encrypted values
 */
async function resealTable(db: Storage, { table, key, columns }: SealedTable): Promise<number> {
  const placeholders = key.map(() => '?').join(', ');
  const selectRows = `SELECT ${joined([...key, ...columns])} FROM ${table}`;
  const order = `ORDER BY ${joined(key)} LIMIT ${BATCH_SIZE}`;
  const firstRows = db.prepare(`${selectRows} ${order}`);
  const rowsAfter = db.prepare(`${selectRows} WHERE (${joined(key)}) > (${placeholders}) ${order}`);
  const updates = columns.map((column) => ({
    column,
    location: columnLocation(table, column),
    update: db.prepare(
      `UPDATE ${table} SET ${column} = ? WHERE ${joined(key, ' = ? AND ')} = ? AND ${column} = ?`,
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
  let lastRow: Row | undefined;
  do {
    const previousRow = lastRow;
    const batch = await db.commitTogether(async () => {
      const rows = await (previousRow ? rowsAfter.all(...keyOf(previousRow)) : firstRows.all());
      let changedInBatch = 0;
      for (const row of rows) changedInBatch += await resealRow(row);
      return { changed: changedInBatch, lastRow: rows.length === BATCH_SIZE ? rows.at(-1) : undefined };
    });
    changed += batch.changed;
    lastRow = batch.lastRow;
    if (lastRow) await setTimeout(PAUSE_MS);
  } while (lastRow);
  return changed;
}

/** Encrypts all values that are not encrypted with the first key; returns the number of these values. */
export async function resealTables(
  db: Storage,
  tables: readonly SealedTable[] = SEALED_TABLES,
): Promise<number> {
  let changed = 0;
  for (const table of tables) changed += await resealTable(db, table);
  return changed;
}

/** A running server keeps encrypting with another key. */
export class OtherKeyInUseError extends Error {
  override readonly name = 'OtherKeyInUseError';

  constructor() {
    super('A server keeps encrypting with another key');
  }
}

/** How often all tables are searched for values of another key. */
const MAX_PASSES = 10;

/**
 * Encrypts all sealed columns with the first key while servers run, then removes the ids of the other keys from the
 * table `data_keys`.
 * @param resealFiles encrypts the files outside the storage again
 * @returns the number of values encrypted again
 * @throws OtherKeyInUseError when servers keep encrypting with another key
 */
export async function reseal(db: Storage, resealFiles: () => Promise<void>): Promise<number> {
  const removeOtherKeys = db.prepare('DELETE FROM data_keys WHERE key_id <> ?');
  let total = 0;
  for (let pass = 1; pass <= MAX_PASSES; pass += 1) {
    const changed = await resealTables(db);
    total += changed;
    if (changed > 0) continue;
    await resealFiles();
    await removeOtherKeys.run(db.sealer.keyId);
    return total;
  }
  throw new OtherKeyInUseError();
}
