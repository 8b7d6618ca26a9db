import type { Times } from '#tools/test/times.ts';

/** Milliseconds that a test file takes in addition to its saved time. */
const OVERHEAD_PER_FILE_MS = 400;

/** Milliseconds that are assumed for a test file without a saved time. */
const DEFAULT_DURATION_MS = 1500;

/** The test files that are run, and the test files that are not run for lack of time. */
export type Choice = {
  readonly chosen: readonly string[];
  readonly skipped: readonly string[];
};

/**
 * Selects the test files that can be run within a time limit: changed files first, then the fastest files.
 * @param changed the changed test files
 * @param times milliseconds of each test file in its last run
 * @param limit milliseconds of wall-clock time
 * @param concurrency number of files that run concurrently
 */
export function selectWithin(
  files: readonly string[],
  changed: ReadonlySet<string>,
  times: Times,
  limit: number,
  concurrency = 1,
): Choice {
  const costOf = (file: string): number => OVERHEAD_PER_FILE_MS + (times[file] ?? DEFAULT_DURATION_MS);
  const byPriority = files.toSorted(
    (a, b) => Number(changed.has(b)) - Number(changed.has(a)) || costOf(a) - costOf(b),
  );
  const chosenFiles: string[] = [];
  let totalCost = 0;
  for (const file of byPriority) {
    const cost = costOf(file);
    if (cost > limit || totalCost + cost > limit * concurrency) continue;
    totalCost += cost;
    chosenFiles.push(file);
  }
  return { chosen: chosenFiles, skipped: byPriority.filter((file) => !chosenFiles.includes(file)) };
}
