import { writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { countReport, playwrightCounts, vitestCounts } from '#tools/test/report.ts';

const vitest = (changes: object) => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{}] }],
  ...changes,
});

const playwright = (stats: object, errors: unknown[] = []) => ({
  stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
});

describe('the counts in a report', () => {
  test.each([
    ['passed tests', vitest({}), 0],
    ['a failed test', vitest({ numFailedTests: 1 }), 1],
    ['a skipped test', vitest({ numPendingTests: 1 }), 1],
    ['a test to be written', vitest({ numTodoTests: 1 }), 1],
    ['a file that cannot be run', vitest({ testResults: [{ status: 'failed', assertionResults: [] }] }), 1],
  ])('Vitest: %s', (_, report, failed) => {
    expect(vitestCounts(report)).toEqual({ passed: 3, failed });
  });

  test.each([
    ['passed tests', playwright({}), 0],
    ['a failed test', playwright({ unexpected: 1 }), 1],
    ['a flaky test', playwright({ flaky: 1 }), 1],
    ['a skipped test', playwright({ skipped: 1 }), 1],
    ['an error outside of tests', playwright({}, [{ message: 'no tests found' }]), 1],
  ])('Playwright: %s', (_, report, failed) => {
    expect(playwrightCounts(report)).toEqual({ passed: 2, failed });
  });
});

describe('a run', () => {
  const writeReport = (text: string, exitCode: number) => async (file: string) => {
    await writeFile(file, text);
    return exitCode;
  };
  const count = (report: unknown) => report as { passed: number; failed: number };

  test('has the counts of the report', async () => {
    expect(await countReport(writeReport('{"passed":4,"failed":0}', 0), count)).toEqual({
      passed: 4,
      failed: 0,
    });
  });

  test('fails after an exit with an error, even if the report has no failure', async () => {
    expect(await countReport(writeReport('{"passed":4,"failed":0}', 1), count)).toEqual({
      passed: 4,
      failed: 1,
    });
    expect(await countReport(writeReport('{"passed":4,"failed":2}', 1), count)).toEqual({
      passed: 4,
      failed: 2,
    });
  });

  test('fails without a report', async () => {
    expect(await countReport(async () => 0, count)).toEqual({ passed: 0, failed: 1 });
  });
});
