import { runRegularly } from './regularly.ts';
import type { Storage } from './storage.ts';

type ExpiringTable = {
  readonly table: string;
  readonly key: readonly string[];
  readonly since: string;
  readonly lifetimeMs: number;
};

/** Rows deleted in one statement, so that sign-ins do not wait. */
const BATCH = 500;

/**
 * Deletes expired rows in batches; of several processes one does it.
 * @returns the number of deleted rows
 */
export async function sweep(db: Storage, lifetimes: readonly ExpiringTable[], now: number): Promise<number> {
  let removed = 0;
  for (const { table, key, since, lifetimeMs } of lifetimes) {
    const columns = key.join(', ');
    const remove = db.prepare(`
      DELETE FROM ${table} WHERE (${columns}) IN
        (SELECT ${columns} FROM ${table} WHERE ${since} <= ? LIMIT ${BATCH})`);
    for (let deleted = BATCH; deleted === BATCH; removed += deleted) {
      deleted = await db.tryExclusively(async () => (await remove.run(now - lifetimeMs)).changes, 0);
    }
  }
  return removed;
}

const EVERY_MS = 60_000;

/** Sweeps once a minute; returns a function that stops it. */
export const sweepRegularly = (
  db: Storage,
  lifetimes: readonly ExpiringTable[],
  now: () => number,
  onFailure: (error: unknown) => void,
): (() => Promise<void>) => runRegularly(EVERY_MS, () => sweep(db, lifetimes, now()), onFailure);
