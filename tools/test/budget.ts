import { createHash } from 'node:crypto';
import type { Outcome } from '#tools/test/step.ts';

/**
 * Maximum processor time of `npm test`, in units. A unit is the processor time of a fixed computation, which is measured
 * during the tests; so the maximum is the same for fast and slow machines.
 */
export const BUDGET = 48_000;

/** Factor by which a run may exceed the budget, because the time of equal runs varies by up to 15 %. */
const TOLERANCE = 1.15;

/** Milliseconds between two measurements of the computation. */
const SAMPLE_INTERVAL_MS = 10_000;

/** Number of objects in the computation. */
const ROWS = 12_000;

/**
 * The computation: creates and sorts objects, converts them to JSON and back, and hashes the JSON, as tests often do.
 */
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

/** Processor seconds of some work. */
function processorSecondsOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000_000;
}

/**
 * Measures the computation repeatedly, from now on.
 * @returns a function that ends the measurements and returns the mean processor seconds of the computation
 */
export function startSampling(): () => number {
  // The first runs are not measured: they are slower, because V8 has not compiled the code yet.
  for (let run = 0; run < 5; run += 1) compute();
  const samples = [processorSecondsOf(compute)];
  const timer = setInterval(() => samples.push(processorSecondsOf(compute)), SAMPLE_INTERVAL_MS).unref();
  return () => {
    clearInterval(timer);
    samples.push(processorSecondsOf(compute));
    return samples.reduce((sum, seconds) => sum + seconds, 0) / samples.length;
  };
}

/**
 * Whether a run of tests was within the budget, as the outcome of a step.
 * @param seconds processor seconds of the run
 * @param unit processor seconds of one unit
 * @param budget maximum number of units
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
