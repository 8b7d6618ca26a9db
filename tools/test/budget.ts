import { createHash } from 'node:crypto';
import type { Outcome } from '#tools/test/step.ts';

/**
 * Processor time that `npm test` may take, in units of a fixed computation that runs at the same time: a slow or busy
 * processor slows both equally.
 */
export const BUDGET = 48_000;

/** Factor by which a run may exceed it, since runs of the same commit vary by this much. */
const TOLERANCE = 1.15;

/** How often the computation runs during the tests, in milliseconds. */
const SAMPLE_EVERY_MS = 10_000;

const ROWS = 12_000;

/** Makes objects, sorts them, writes and reads them as JSON and hashes the text, which is typical work of tests. */
function compute(): string {
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    name: `row ${(index * 7919) % ROWS}`,
    values: [index, index * 2],
  }));
  const text = JSON.stringify(rows.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  return createHash('sha256')
    .update(JSON.stringify(JSON.parse(text)))
    .digest('hex');
}

function secondsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

/**
 * Starts to sample the computation.
 * @returns a function that stops sampling and returns the mean processor seconds
 */
export function startSampling(): () => number {
  // The first runs are slower, since the code is not compiled yet.
  for (let run = 0; run < 5; run += 1) compute();
  const samples = [secondsOf(compute)];
  const timer = setInterval(() => samples.push(secondsOf(compute)), SAMPLE_EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    samples.push(secondsOf(compute));
    return samples.reduce((sum, seconds) => sum + seconds, 0) / samples.length;
  };
}

/**
 * The outcome of a run by its processor time.
 * @param seconds processor seconds of the run
 * @param unit processor seconds of the computation
 * @param budget units that the run may take
 */
export function budgetOutcome(seconds: number, unit: number, budget: number): Outcome {
  const units = Math.round(seconds / unit);
  const isWithin = units <= budget * TOLERANCE;
  return {
    name: `processor time: ${units} units of ${budget} (${(unit * 1000).toFixed(1)} ms each)`,
    passed: Number(isWithin),
    failed: Number(!isWithin),
    milliseconds: seconds * 1000,
  };
}
