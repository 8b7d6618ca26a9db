/**
 * Runs test files until a test fails.
 * @param timeoutMs time after which the run is ended, in milliseconds
 * @returns the failed files, and whether all failures are timeouts
 */
export type RunTests = (
  tests: readonly string[],
  timeoutMs: number,
) => Promise<{ readonly failed: readonly string[]; readonly hasTimedOut: boolean }>;

/** The result for a mutant: the test file that killed it, or the number of rounds that it survived. */
export type MutantResult =
  | { readonly kind: 'killed'; readonly by: string }
  | { readonly kind: 'survived'; readonly rounds: number };

/** Timeouts of the first three rounds, in milliseconds, since some mutants cause endless loops. */
const ROUND_TIMEOUTS_MS = [90_000, 200_000, 400_000] as const;

/** Timeout of each later round, in milliseconds. */
const LATE_ROUND_TIMEOUT_MS = 1_200_000;

/** Factor by which the timeout is longer when a test is repeated alone after a timeout. */
const REPETITION_TIMEOUT_FACTOR = 2;

/** Applies the mutation to its file, or reverts it. */
export type Mutation = { readonly apply: () => Promise<void>; readonly revert: () => Promise<void> };

/** Returns a function that tests mutants. Only tests that pass without a mutation count. */
export function createMutantTester(run: RunTests) {
  /** Tests that pass without a mutation. */
  const reliable = new Set<string>();
  /** Tests that fail without a mutation. */
  const unreliable = new Set<string>();

  /** Runs tests without a mutation; returns the tests that pass. */
  async function findReliable(tests: readonly string[], timeoutMs: number): Promise<readonly string[]> {
    for (const test of tests) {
      if (reliable.has(test) || unreliable.has(test)) continue;
      const { failed } = await run([test], timeoutMs);
      (failed.length === 0 ? reliable : unreliable).add(test);
    }
    return tests.filter((test) => reliable.has(test));
  }

  /**
   * Finds a test of a round that kills the mutant; returns null if no test does. The mutation is applied before and
   * after the call. A test has to fail twice, in the round and alone, because in the round it may fail due to another
   * test or a busy machine.
   */
  async function findKillingTest(
    round: readonly string[],
    mutation: Mutation,
    timeoutMs: number,
  ): Promise<string | null> {
    const excluded = new Set<string>();
    for (;;) {
      const tests = round.filter((test) => !unreliable.has(test) && !excluded.has(test));
      if (tests.length === 0) return null;
      const { failed, hasTimedOut } = await run(tests, timeoutMs);
      if (failed.length === 0) return null;
      await mutation.revert();
      const reliableFailures = await findReliable(failed, timeoutMs);
      await mutation.apply();
      for (const test of reliableFailures) {
        const again = await run([test], hasTimedOut ? timeoutMs * REPETITION_TIMEOUT_FACTOR : timeoutMs);
        if (again.failed.length > 0) return test;
        excluded.add(test);
      }
    }
  }

  /**
   * Runs rounds of tests against a mutant until a test kills the mutant.
   * @param firstRound index of the first round to run; earlier rounds were already run
   */
  return async (
    rounds: readonly (readonly string[])[],
    firstRound: number,
    mutation: Mutation,
  ): Promise<MutantResult> => {
    await mutation.apply();
    try {
      for (const [index, round] of rounds.entries()) {
        if (index < firstRound || round.length === 0) continue;
        const killingTest = await findKillingTest(
          round,
          mutation,
          ROUND_TIMEOUTS_MS[index] ?? LATE_ROUND_TIMEOUT_MS,
        );
        if (killingTest !== null) return { kind: 'killed', by: killingTest };
      }
    } finally {
      await mutation.revert();
    }
    return { kind: 'survived', rounds: rounds.length };
  };
}
