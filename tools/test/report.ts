import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Counts, ONE_FAILED, withExitCode } from '#tools/test/step.ts';

const vitestReportSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(v.object({ status: v.string(), assertionResults: v.array(v.unknown()) })),
});

/**
 * The numbers of passed and failed tests in Vitest's JSON report. A skipped test and a file that could not be run count
 * as failed.
 */
export const vitestCounts = (report: unknown): Counts => {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = v.parse(
    vitestReportSchema,
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

const playwrightReportSchema = v.object({
  stats: v.object({
    expected: v.number(),
    unexpected: v.number(),
    flaky: v.number(),
    skipped: v.number(),
  }),
  errors: v.array(v.unknown()),
});

/**
 * The numbers of passed and failed tests in Playwright's JSON report. A skipped or flaky test and an error outside of
 * tests count as failed.
 */
export const playwrightCounts = (report: unknown): Counts => {
  const { stats, errors } = v.parse(playwrightReportSchema, report);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
  };
};

/**
 * Runs a test runner and counts the results in its report. A run without a report counts as one failed test.
 * @param runner runs the tests, writes a JSON report to the file, and returns the exit code
 * @param count counts the results in a report
 */
export const countReport = async (
  runner: (reportFile: string) => Promise<number>,
  count: (report: unknown) => Counts,
): Promise<Counts> => {
  const folder = await mkdtemp(join(tmpdir(), 'munjigi-report-'));
  const reportFile = join(folder, 'report.json');
  try {
    const exitCode = await runner(reportFile);
    const report = await readFile(reportFile, 'utf8').catch(() => null);
    if (report === null) return ONE_FAILED;
    return withExitCode(count(JSON.parse(report)), exitCode);
  } finally {
    await rm(folder, { recursive: true });
  }
};
