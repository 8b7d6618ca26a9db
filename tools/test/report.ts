import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Counts, ONE_FAILED, withExitCode } from '#tools/test/step.ts';

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.unknown()) })),
});

/** Counts of Vitest's JSON report. A skipped test and a file that could not be run are failures. */
export const vitestCounts = (report: unknown): Counts => {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = v.parse(
    vitestReport,
    report,
  );
  const failedFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + numPendingTests + numTodoTests + failedFiles.length,
  };
};

const playwrightReport = v.object({
  stats: v.object({
    expected: v.number(),
    unexpected: v.number(),
    flaky: v.number(),
    skipped: v.number(),
  }),
  errors: v.array(v.unknown()),
});

/** Counts of Playwright's JSON report. A skipped or flaky test and an error outside of tests are failures. */
export const playwrightCounts = (report: unknown): Counts => {
  const { stats, errors } = v.parse(playwrightReport, report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
  };
};

/**
 * Runs a test runner that writes a report to a given file, and counts its results.
 * Without a report the run is one failure.
 */
export const countReport = async (
  runner: (file: string) => Promise<number>,
  count: (report: unknown) => Counts,
): Promise<Counts> => {
  const folder = await mkdtemp(join(tmpdir(), 'munjigi-report-'));
  const file = join(folder, 'report.json');
  try {
    const exitCode = await runner(file);
    const report = await readFile(file, 'utf8').catch(() => null);
    if (report === null) return ONE_FAILED;
    return withExitCode(count(JSON.parse(report)), exitCode);
  } finally {
    await rm(folder, { recursive: true });
  }
};
