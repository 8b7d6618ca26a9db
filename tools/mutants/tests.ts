import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as v from 'valibot';
import type { RunTests } from './judge.ts';

const report = v.object({
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

/** The message of a timed-out test, which may also be caused by a busy machine. */
const TIMEOUT_MESSAGE = /timed out in \d+ ?ms/;

/** Runs tests in a copy of the project until one fails, and ends them after the limit in milliseconds. */
export const testRunnerIn =
  (folder: string): RunTests =>
  async (tests, limitMs) => {
    const file = join(folder, 'mutant-report.json');
    await rm(file, { force: true });
    const child = spawn(
      process.execPath,
      [
        join(folder, 'node_modules', 'vitest', 'vitest.mjs'),
        'run',
        '--bail=1',
        ...tests,
        '--reporter=json',
        `--outputFile=${file}`,
      ],
      { cwd: folder, stdio: 'ignore', detached: true },
    );
    // A hanging worker ignores other signals, so the whole process group is killed.
    const limit = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), limitMs);
    await once(child, 'close');
    clearTimeout(limit);
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) return { failed: tests, hasTimedOut: true };
    const failed = v.parse(report, JSON.parse(text)).testResults.filter(({ status }) => status === 'failed');
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

/** Tests that are not run against mutants: rules only check how sources are written, and browser tests need a build. */
const EXCLUDED_TESTS = /^tests\/(rules|tooling|e2e)\//;

/** Tests that read texts and sources from the disk instead of importing them. */
const TEXT_TESTS = ['tests/specification', 'tests/i18n', 'tests/rules/messages.test.ts'];

/** Number of tests up to the end of each round. Most mutants are found by tests with the name or folder of the file. */
const ROUND_ENDS = [3, 12, 40, Number.POSITIVE_INFINITY];

export const isRunAgainstMutants = (test: string): boolean => !EXCLUDED_TESTS.test(test);

/**
 * Divides tests into rounds; a round runs when the one before has killed nothing. For texts, tests that read them
 * come first.
 */
export function inRounds(path: string, tests: readonly string[]): readonly (readonly string[])[] {
  const rounds = ROUND_ENDS.map((end, index) => tests.slice(ROUND_ENDS[index - 1] ?? 0, end));
  return path.endsWith('.json') ? [TEXT_TESTS, ...rounds] : rounds;
}
