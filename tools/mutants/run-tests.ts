import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as v from 'valibot';
import type { RunTests } from './test-mutant.ts';

/** The JSON report of Vitest. */
const reportSchema = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({ status: v.string(), failureMessages: v.nullish(v.array(v.string()), []) }),
      ),
    }),
  ),
});

/** Matches the message of a test that has timed out. */
const TIMEOUT_MESSAGE = /timed out in \d+ ?ms/;

/** Returns a function that runs tests in a copy of the project. */
export const testRunnerIn =
  (folder: string): RunTests =>
  async (tests, timeoutMs) => {
    const reportFile = join(folder, 'mutant-report.json');
    await rm(reportFile, { force: true });
    const child = spawn(
      process.execPath,
      [
        join(folder, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--bail=1',
        ...tests,
        '--reporter=json',
        `--outputFile=${reportFile}`,
      ],
      { cwd: folder, stdio: 'ignore', detached: true },
    );
    // A hanging worker ignores other signals, so the whole process group is ended with SIGKILL.
    const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), timeoutMs);
    await once(child, 'close');
    clearTimeout(timer);
    const text = await readFile(reportFile, 'utf8').catch(() => null);
    if (text === null) return { failed: tests, hasTimedOut: true };
    const failed = v
      .parse(reportSchema, JSON.parse(text))
      .testResults.filter(({ status }) => status === 'failed');
    const messages = failed.flatMap(({ message, assertionResults }) => [
      ...(message === '' ? [] : [message]),
      ...assertionResults.flatMap((result) =>
        result.status === 'failed' ? (result.failureMessages ?? []) : [],
      ),
    ]);
    return {
      failed: failed.map(({ name }) => relative(folder, name).split(sep).join('/')),
      hasTimedOut: messages.length > 0 && messages.every((message) => TIMEOUT_MESSAGE.test(message)),
    };
  };

/**
 * Matches tests that are not run against mutants: rules only check how sources are written, tests of tools do not test
 * production code, and browser tests need a build.
 */
const EXCLUDED_TESTS = /^tests\/(rules|tooling|e2e)\//;

/** Tests that read the files of texts from the disk instead of importing them. */
const TEXT_TESTS = ['tests/specification', 'tests/i18n', 'tests/rules/messages.test.ts'];

/**
 * Number of tests in each round and all rounds before it. The first tests find most mutants, so their rounds are
 * short.
 */
const ROUND_ENDS = [3, 12, 40, Number.POSITIVE_INFINITY];

export const isRunAgainstMutants = (test: string): boolean => !EXCLUDED_TESTS.test(test);

/**
 * Divides the tests of a file into rounds; a round is run when no test of the previous rounds has killed the mutant.
 * For a file of texts, the first round consists of the tests that read texts.
 */
export function inRounds(path: string, tests: readonly string[]): readonly (readonly string[])[] {
  const rounds = ROUND_ENDS.map((end, index) => tests.slice(ROUND_ENDS[index - 1] ?? 0, end));
  return path.endsWith('.json') ? [TEXT_TESTS, ...rounds] : rounds;
}
