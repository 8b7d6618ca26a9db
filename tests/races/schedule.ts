import type { Statement } from '#server/storage/statement.ts';
import type { Storage } from '#server/storage/storage.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Whole numbers below `limit`, the same for the same seed (mulberry32). */
export function numbersOf(seed: number): (limit: number) => number {
  let state = seed + 1;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** How many turns of the process a statement waits at most. */
const MOST_TURNS = 4;

/** A storage whose statements wait before they run, so that two that work at once meet in another way for each seed. */
export function scheduled(storage: Storage): {
  readonly storage: Storage;
  schedule(seed: number | null): void;
} {
  let turns: ((limit: number) => number) | null = null;
  const pause = async (): Promise<void> => {
    for (let left = turns?.(MOST_TURNS) ?? 0; left > 0; left -= 1) await nextTurn();
  };
  const slowed = (statement: Statement): Statement => ({
    get: async (...values) => {
      await pause();
      return statement.get(...values);
    },
    all: async (...values) => {
      await pause();
      return statement.all(...values);
    },
    run: async (...values) => {
      await pause();
      return statement.run(...values);
    },
  });
  return {
    storage: Object.assign(Object.create(storage), {
      prepare: (sql: string) => slowed(storage.prepare(sql)),
    }),
    schedule(seed) {
      turns = seed === null ? null : numbersOf(seed);
    },
  };
}
