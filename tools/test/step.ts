import type { Write } from '#tools/test/process.ts';

/** What a step of the test run came to. A check without tests of its own counts as one. */
export type Counts = { readonly passed: number; readonly failed: number };

export type Step = {
  readonly name: string;
  readonly run: (write: Write) => Promise<Counts>;
};

/** Steps of a stage know nothing of each other and run side by side. */
export type Stage = readonly Step[];

export type Outcome = Counts & { readonly name: string; readonly milliseconds: number };

export const PASSED: Counts = { passed: 1, failed: 0 };
export const FAILED: Counts = { passed: 0, failed: 1 };

/** A reporter's counts; a process that failed without a failed test counts as one failure. */
export const withExitCode = (counts: Counts, exitCode: number): Counts =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
