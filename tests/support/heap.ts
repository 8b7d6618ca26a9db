import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Collects the garbage, and returns the bytes of the heap that are still referenced. */
export function referencedBytes(): number {
  collectGarbage();
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** The number of readings after which the code and the test runner have loaded everything. */
const WARM_UP_READINGS = 4;

/** The bytes by which the smallest of the last readings exceeds the first reading after the warm-up. */
export function growth(readings: readonly number[]): number {
  const [first = Number.NaN] = readings.slice(WARM_UP_READINGS);
  return Math.min(...readings.slice(-WARM_UP_READINGS)) - first;
}

/** The allowed growth in 20 hours with a poll per second: 14 bytes per poll, less than any object that a poll could leave behind. */
export const MAX_GROWTH_BYTES = 1_000_000;
