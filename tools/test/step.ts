import type { Write } from '#tools/test/process.ts';

/** The result of a step. A check without tests counts as one. */
export type Counts = { readonly passed: number; readonly failed: number };

export type Step = {
  readonly name: string;
  readonly run: (write: Write) => Promise<Counts>;
};

/** Independent steps, which run concurrently. */
export type Stage = readonly Step[];

export type Outcome = Counts & { readonly name: string; readonly milliseconds: number };

export const ONE_PASSED: Counts = { passed: 1, failed: 0 };
export const ONE_FAILED: Counts = { passed: 0, failed: 1 };

/** The counts of a reporter, with one failure added for a process that failed without a failed test. */
export const withExitCode = (counts: Counts, exitCode: number): Counts =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
