import type { Times } from '#tools/test/times.ts';

/** Milliseconds. */
const OVERHEAD_PER_FILE = 400;
const DEFAULT_DURATION = 1500;

export type Choice = {
  readonly chosen: readonly string[];
  readonly skipped: readonly string[];
};

/**
 * Selects the test files that fit into a time limit: the changed ones first, then the shortest.
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
  const costOf = (file: string): number => OVERHEAD_PER_FILE + (times[file] ?? DEFAULT_DURATION);
  const inOrder = files.toSorted(
    (a, b) => Number(changed.has(b)) - Number(changed.has(a)) || costOf(a) - costOf(b),
  );
  const chosenFiles: string[] = [];
  let spent = 0;
  for (const file of inOrder) {
    const cost = costOf(file);
    if (cost > limit || spent + cost > limit * concurrency) continue;
    spent += cost;
    chosenFiles.push(file);
  }
  return { chosen: chosenFiles, skipped: inOrder.filter((file) => !chosenFiles.includes(file)) };
}
