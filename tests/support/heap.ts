import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

/** Bytes of the heap that are still referenced. */
export function heldBytes(): number {
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}

/** Readings until code and test runner have loaded everything. */
const WARMING = 4;

/** Bytes between what was held when everything was in place and the least of the last readings. */
export function growth(readings: readonly number[]): number {
  const [first = Number.NaN] = readings.slice(WARMING);
  return Math.min(...readings.slice(-WARMING)) - first;
}

/** In 20 hours of a look a second: less than 15 bytes a look, so nothing that a look leaves behind is kept. */
export const LEAK_BYTES = 1_000_000;
