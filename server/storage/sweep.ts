import type { Lifetime } from './lifetimes.ts';
import { runRegularly } from './regularly.ts';
import type { Storage } from './storage.ts';

/** How many rows one statement deletes at most, so that sign-ins do not wait for a long statement. */
const BATCH_SIZE = 500;

/**
 * Deletes expired rows in batches. When several processes do this at the same time, only one of them deletes.
 * @returns the number of deleted rows
 */
export async function sweep(db: Storage, lifetimes: readonly Lifetime[], now: number): Promise<number> {
  let removed = 0;
  for (const { table, key, startColumn, lifetimeMs } of lifetimes) {
    const columns = key.join(', ');
    const remove = db.prepare(`
      DELETE FROM ${table} WHERE (${columns}) IN
        (SELECT ${columns} FROM ${table} WHERE ${startColumn} <= ? LIMIT ${BATCH_SIZE})`);
    for (let deleted = BATCH_SIZE; deleted === BATCH_SIZE; removed += deleted) {
      deleted = await db.tryExclusively(async () => (await remove.run(now - lifetimeMs)).changes, 0);
    }
  }
  return removed;
}

const INTERVAL_MS = 60_000;

/** Deletes expired rows once a minute; returns a function that stops this. */
export const sweepRegularly = (
  db: Storage,
  lifetimes: readonly Lifetime[],
  now: () => number,
  onFailure: (error: unknown) => void,
): (() => Promise<void>) => runRegularly(INTERVAL_MS, () => sweep(db, lifetimes, now()), onFailure);
