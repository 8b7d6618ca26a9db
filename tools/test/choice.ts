import type { Times } from '#tools/test/times.ts';

/** Milliseconds that a file costs in addition to its tests, and the estimate for a file without measurements. */
const LOADING = 400;
const UNKNOWN = 1500;

export type Choice = {
  readonly chosen: readonly string[];
  readonly left: readonly string[];
};

/**
 * Of test files those that fit into a time: the changed ones first, then the shortest, so that as many as can be
 * are run.
 * @param budget milliseconds of one processor after another
 */
export function fitting(
  files: readonly string[],
  changed: ReadonlySet<string>,
  times: Times,
  budget: number,
): Choice {
  const costOf = (file: string): number => LOADING + (times[file] ?? UNKNOWN);
  const inOrder = files.toSorted(
    (a, b) => Number(changed.has(b)) - Number(changed.has(a)) || costOf(a) - costOf(b),
  );
  const chosen: string[] = [];
  let spent = 0;
  for (const file of inOrder) {
    spent += costOf(file);
    if (spent > budget) break;
    chosen.push(file);
  }
  return { chosen, left: inOrder.slice(chosen.length) };
}
