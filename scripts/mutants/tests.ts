import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

const report = v.object({
  numTotalTests: v.number(),
  testResults: v.array(v.object({ name: v.string(), status: v.string() })),
});

/** What the tests said: how many there were, and the files that failed. `null` when they came to no end. */
export type Said = { readonly tests: number; readonly failed: readonly string[] } | null;

/** Longest times, in milliseconds, that the tests next to a mutant and all others may take: a mistake may never end. */
const TIME_LIMITS_MS = { near: 90_000, far: 600_000 };

/** Tests that read texts and sources from the disk, where no import leads to them. */
const READERS = ['tests/specification', 'tests/i18n', 'tests/rules/messages.test.ts'];

async function vitest(folder: string, args: readonly string[], limitMs: number): Promise<Said> {
  const file = join(folder, 'mutant-report.json');
  await rm(file, { force: true });
  const child = spawn(
    process.execPath,
    [
      join(folder, 'node_modules', 'vitest', 'vitest.mjs'),
      ...args,
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
  if (text === null) return null;
  const { numTotalTests, testResults } = v.parse(report, JSON.parse(text));
  const failed = testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
  return { tests: numTotalTests, failed };
}

/** Rules look at the form of sources and not at what they do, and browsers see what is built: they prove nothing here. */
const FOREIGN = /^tests\/(rules|tooling|e2e)\//;

/** Most mistakes are found by the tests next to them: these go first, alone. */
const NEAR = 6;

/** Runs tests until one fails: those that are given, and before them those that read the file. */
export async function runTests(folder: string, path: string, reaching: readonly string[]): Promise<Said> {
  if (path.endsWith('.json')) {
    const read = await vitest(folder, ['run', '--bail=1', ...READERS], TIME_LIMITS_MS.near);
    if (read === null || read.failed.length > 0) return read;
  }
  const tests = reaching.filter((test) => !FOREIGN.test(test));
  let sum = 0;
  const rounds = [
    { some: tests.slice(0, NEAR), limitMs: TIME_LIMITS_MS.near },
    { some: tests.slice(NEAR), limitMs: TIME_LIMITS_MS.far },
  ];
  for (const { some, limitMs } of rounds) {
    if (some.length === 0) continue;
    const said = await vitest(folder, ['run', '--bail=1', ...some], limitMs);
    if (said === null || said.failed.length > 0) return said;
    sum += said.tests;
  }
  return { tests: sum, failed: [] };
}
