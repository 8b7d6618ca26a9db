import type { Write } from '#tools/test/process.ts';

/** The numbers of passed and failed tests in a step. A check that runs no tests counts as one test. */
export type Counts = { readonly passed: number; readonly failed: number };

/** A check or a run of tests. */
export type Step = {
  readonly name: string;
  readonly run: (write: Write) => Promise<Counts>;
};

/** Independent steps, which run concurrently. */
export type Stage = readonly Step[];

/** The result of a step with its duration. */
export type Outcome = Counts & { readonly name: string; readonly milliseconds: number };

export const ONE_PASSED: Counts = { passed: 1, failed: 0 };
export const ONE_FAILED: Counts = { passed: 0, failed: 1 };

/** Adds one failure to the counts of a test runner that has exited with an error although no test failed. */
export const withExitCode = (counts: Counts, exitCode: number): Counts =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
