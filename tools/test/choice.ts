import type { Times } from '#tools/test/times.ts';

/** Milliseconds of overhead per file, and the estimate for a file without measurements. */
const LOADING = 400;
const UNKNOWN = 1500;

export type Choice = {
  readonly chosen: readonly string[];
  readonly left: readonly string[];
};

/**
 * Selects the test files that fit into a time limit: the changed ones first, then the shortest.
 * @param limit milliseconds for all of them together
 * @param lanes number of files that run concurrently
 */
export function fitting(
  files: readonly string[],
  changed: ReadonlySet<string>,
  times: Times,
  limit: number,
  lanes = 1,
): Choice {
  const costOf = (file: string): number => LOADING + (times[file] ?? UNKNOWN);
  const inOrder = files.toSorted(
    (a, b) => Number(changed.has(b)) - Number(changed.has(a)) || costOf(a) - costOf(b),
  );
  const chosen: string[] = [];
  let spent = 0;
  for (const file of inOrder) {
    const cost = costOf(file);
    if (cost > limit || spent + cost > limit * lanes) continue;
    spent += cost;
    chosen.push(file);
  }
  return { chosen, left: inOrder.filter((file) => !chosen.includes(file)) };
}
