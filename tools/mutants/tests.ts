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

/** How a test ends whose time is over: a busy machine makes one so, too. */
const OUT_OF_TIME = /timed out in \d+ ?ms/;

/** Runs tests in a folder of the project until one fails, and ends them all after the limit, in milliseconds. */
export const testsIn =
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
    // A worker that never ends hears of nothing: the whole group goes.
    const limit = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), limitMs);
    await once(child, 'close');
    clearTimeout(limit);
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) return { failed: tests, isOutOfTime: true };
    const failed = v.parse(report, JSON.parse(text)).testResults.filter(({ status }) => status === 'failed');
    const messages = failed.flatMap(({ message, assertionResults }) => [
      ...(message === '' ? [] : [message]),
      ...assertionResults.flatMap((result) =>
        result.status === 'failed' ? (result.failureMessages ?? []) : [],
      ),
    ]);
    return {
      failed: failed.map(({ name }) => relative(folder, name).split(sep).join('/')),
      isOutOfTime: messages.length > 0 && messages.every((message) => OUT_OF_TIME.test(message)),
    };
  };

/** Rules look at the form of sources and not at what they do, and browsers see what is built: both are left out here. */
const FOREIGN = /^tests\/(rules|tooling|e2e)\//;

/** Tests that read texts and sources from the disk, where no import leads to them. */
const READERS = ['tests/specification', 'tests/i18n', 'tests/rules/messages.test.ts'];

/** Where each round ends. Most mutants are found by the tests named after the file or next to it. */
const ROUND_ENDS = [3, 12, 40, Number.POSITIVE_INFINITY];

export const isJudge = (test: string): boolean => !FOREIGN.test(test);

/** Tests in rounds: the next is run where the one before has noticed nothing. Those that read texts go first for a text. */
export function inRounds(path: string, tests: readonly string[]): readonly (readonly string[])[] {
  const rounds = ROUND_ENDS.map((end, index) => tests.slice(ROUND_ENDS[index - 1] ?? 0, end));
  return path.endsWith('.json') ? [READERS, ...rounds] : rounds;
}
