import { regularly } from './regularly.ts';
import type { Storage } from './storage.ts';

type Swept = {
  readonly table: string;
  readonly key: readonly string[];
  readonly since: string;
  readonly lifetimeMs: number;
};

/** Rows deleted in one statement, to keep sign-ins from waiting. */
const BATCH = 500;

/**
 * Removes rows whose time is over, a few at a time; of several processes one does it.
 * @returns how many went
 */
export async function sweep(db: Storage, lifetimes: readonly Swept[], now: number): Promise<number> {
  let removed = 0;
  for (const { table, key, since, lifetimeMs } of lifetimes) {
    const columns = key.join(', ');
    const remove = db.prepare(`
      DELETE FROM ${table} WHERE (${columns}) IN
        (SELECT ${columns} FROM ${table} WHERE ${since} <= ? LIMIT ${BATCH})`);
    for (let last = BATCH; last === BATCH; removed += last) {
      last = await db.alone(async () => (await remove.run(now - lifetimeMs)).changes, 0);
    }
  }
  return removed;
}

const EVERY_MS = 60_000;

/** Sweeps once a minute; answers how to stop it. */
export const sweepRegularly = (
  db: Storage,
  lifetimes: readonly Swept[],
  now: () => number,
  failed: (error: unknown) => void,
): (() => Promise<void>) => regularly(EVERY_MS, () => sweep(db, lifetimes, now()), failed);
