/** Runs tests until one fails; returns the failed files, and whether only the time limit was exceeded. Limit in milliseconds. */
export type RunTests = (
  tests: readonly string[],
  limitMs: number,
) => Promise<{ readonly failed: readonly string[]; readonly isOutOfTime: boolean }>;

/** The result for a mutant: the test that found it, or the number of rounds without one. */
export type Verdict =
  | { readonly kind: 'killed'; readonly by: string }
  | { readonly kind: 'survived'; readonly rounds: number };

/** Timeouts of the first rounds and of later ones, in milliseconds, for mutants that never end. */
const LIMITS_MS = [90_000, 200_000, 400_000] as const;
const LAST_LIMIT_MS = 1_200_000;

/** How much more time tests get that have not ended, alone. */
const MORE_TIME = 2;

/** Applies the mutation to its file, or reverts it. */
export type FileSwap = { readonly put: () => Promise<void>; readonly take: () => Promise<void> };

/** Judges mutants by tests of which it is known that they pass without a mistake. */
export function createJudge(run: RunTests) {
  const sound = new Set<string>();
  const unsound = new Set<string>();

  /** Tests that fail, or come to no end, without a mistake say nothing about one. */
  async function soundOf(tests: readonly string[], limitMs: number): Promise<readonly string[]> {
    for (const test of tests) {
      if (sound.has(test) || unsound.has(test)) continue;
      const { failed } = await run([test], limitMs);
      (failed.length === 0 ? sound : unsound).add(test);
    }
    return tests.filter((test) => sound.has(test));
  }

  /**
   * The test of a round that notices a mistake; null when none does. The mistake is in its place before and after.
   * Among others, or on a busy machine, a test may fail for another reason: a test that finds a mutant fails under it alone, too.
   */
  async function noticedBy(
    round: readonly string[],
    place: FileSwap,
    limitMs: number,
  ): Promise<string | null> {
    const behind = new Set<string>();
    for (;;) {
      const tests = round.filter((test) => !unsound.has(test) && !behind.has(test));
      if (tests.length === 0) return null;
      const { failed, isOutOfTime } = await run(tests, limitMs);
      if (failed.length === 0) return null;
      await place.take();
      const accused = await soundOf(failed, limitMs);
      await place.put();
      for (const test of accused) {
        const again = await run([test], isOutOfTime ? limitMs * MORE_TIME : limitMs);
        if (again.failed.length > 0) return test;
        behind.add(test);
      }
    }
  }

  /** Judges one mutant by the rounds of its tests; those that are already behind it are left out. */
  return async (
    rounds: readonly (readonly string[])[],
    behind: number,
    place: FileSwap,
  ): Promise<Verdict> => {
    await place.put();
    try {
      for (const [index, round] of rounds.entries()) {
        if (index < behind || round.length === 0) continue;
        const by = await noticedBy(round, place, LIMITS_MS[index] ?? LAST_LIMIT_MS);
        if (by !== null) return { kind: 'killed', by };
      }
    } finally {
      await place.take();
    }
    return { kind: 'survived', rounds: rounds.length };
  };
}
