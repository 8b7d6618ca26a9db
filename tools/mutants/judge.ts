/** Runs tests until one fails; returns the failed files, and whether they only exceeded the time limit. */
export type RunTests = (
  tests: readonly string[],
  limitMs: number,
) => Promise<{ readonly failed: readonly string[]; readonly hasTimedOut: boolean }>;

/** The result for a mutant: the test that found it, or the number of rounds without one. */
export type Verdict =
  | { readonly kind: 'killed'; readonly by: string }
  | { readonly kind: 'survived'; readonly rounds: number };

/** Timeouts of the first rounds and of later ones, in milliseconds, for mutants that never end. */
const LIMITS_MS = [90_000, 200_000, 400_000] as const;
const LAST_LIMIT_MS = 1_200_000;

/** Factor of the time limit for a test that is repeated alone after a timeout. */
const MORE_TIME = 2;

/** Applies the mutation to its file, or reverts it. */
export type Mutation = { readonly apply: () => Promise<void>; readonly revert: () => Promise<void> };

/** Judges mutants by tests that pass without a mutation. */
export function createJudge(run: RunTests) {
  const reliable = new Set<string>();
  const unreliable = new Set<string>();

  /** The tests that pass without a mutation; a test that fails or hangs without one says nothing about a mutant. */
  async function reliableOf(tests: readonly string[], limitMs: number): Promise<readonly string[]> {
    for (const test of tests) {
      if (reliable.has(test) || unreliable.has(test)) continue;
      const { failed } = await run([test], limitMs);
      (failed.length === 0 ? reliable : unreliable).add(test);
    }
    return tests.filter((test) => reliable.has(test));
  }

  /**
   * The test of a round that kills the mutant; null for none. The mutation is applied before and after the call.
   * Since a test may fail for another reason among others or on a busy machine, it has to fail alone, too.
   */
  async function findKillingTest(
    round: readonly string[],
    mutation: Mutation,
    limitMs: number,
  ): Promise<string | null> {
    const excluded = new Set<string>();
    for (;;) {
      const tests = round.filter((test) => !unreliable.has(test) && !excluded.has(test));
      if (tests.length === 0) return null;
      const { failed, hasTimedOut } = await run(tests, limitMs);
      if (failed.length === 0) return null;
      await mutation.revert();
      const reliableFailures = await reliableOf(failed, limitMs);
      await mutation.apply();
      for (const test of reliableFailures) {
        const again = await run([test], hasTimedOut ? limitMs * MORE_TIME : limitMs);
        if (again.failed.length > 0) return test;
        excluded.add(test);
      }
    }
  }

  /** Judges one mutant by the rounds of its tests; skips the rounds of an earlier run. */
  return async (
    rounds: readonly (readonly string[])[],
    firstRound: number,
    mutation: Mutation,
  ): Promise<Verdict> => {
    await mutation.apply();
    try {
      for (const [index, round] of rounds.entries()) {
        if (index < firstRound || round.length === 0) continue;
        const killingTest = await findKillingTest(round, mutation, LIMITS_MS[index] ?? LAST_LIMIT_MS);
        if (killingTest !== null) return { kind: 'killed', by: killingTest };
      }
    } finally {
      await mutation.revert();
    }
    return { kind: 'survived', rounds: rounds.length };
  };
}
