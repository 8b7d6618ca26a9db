import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#tools/folders.ts';
import { projectFiles } from '#tools/source/project-files.ts';
import { baseOfWork, changedSince, reachingTests } from '#tools/test/changes.ts';
import { selectWithin } from '#tools/test/choice.ts';
import { runStages } from '#tools/test/stages.ts';
import type { Outcome, Stage } from '#tools/test/step.ts';
import { BUILD, CHECKS, checkOf, playwrightRun, vitestRun } from '#tools/test/steps.ts';
import { testsThatRead } from '#tools/test/tests-that-read.ts';
import { readTimes } from '#tools/test/times.ts';

/** Time limit of `npm run test:quick` in milliseconds, and after changes of texts and styles only. */
const LIMIT = 90_000;
const SHORT_LIMIT = 30_000;
/** Share of the time that is reserved for underestimated tests. */
const RESERVE = 1 / 6;
/** Minimum share of the time for tests, even after slow checks. */
const MIN_SHARE = 1 / 3;

/** Assumed time of a browser test file, including the build and the start of the browser. */
const BROWSER_FILE = 25_000;

const RULES = 'tests/rules';

/** Files that affect browser tests. */
const AFFECTS_BROWSER_TESTS =
  /^(src|machines|i18n|wire|server|lab|tests\/support\/e2e|index\.html|playwright\.config)/;

/** Files that neither the compiler nor the search for unused code reads. */
const TEXT_OR_STYLE = /^i18n\/.*\.json$|\.css$/;

const isBrowserTest = (file: string): boolean => /^tests\/e2e\/.*\.test\.ts$/.test(file);

const inLines = (files: readonly string[]): string => files.map((file) => `  ${file}`).join('\n');

/** The sources of the tests and of the helpers that read files for them. */
const testSources = () => projectFiles('{tests,tools,atlas,cli}/**/*.{ts,tsx}');

/**
 * Runs the checks, the rules and the tests that import or read files changed since the main branch, as far as the
 * time limit allows; lists the rest, which `npm test` runs.
 */
export async function runQuick(): Promise<readonly Outcome[]> {
  const start = performance.now();
  const base = await baseOfWork();
  const changedFiles = await changedSince(base);
  const isShort = changedFiles.length > 0 && changedFiles.every((file) => TEXT_OR_STYLE.test(file));
  const limit = isShort ? SHORT_LIMIT : LIMIT;
  const existing = changedFiles.filter((file) => existsSync(join(ROOT, file)));
  const outcomes = [...(await runStages([isShort ? [checkOf(existing)] : CHECKS]))];

  const rules = projectFiles(`${RULES}/*.test.ts`).map(({ path }) => path);
  const isVitest = (file: string): boolean => !file.startsWith('tests/e2e/');
  const readingTests = testsThatRead(changedFiles, testSources()).filter(isVitest);
  const candidates = [...new Set([...rules, ...(await reachingTests(base)), ...readingTests])];
  const remainingMs = () => Math.max(limit * (1 - RESERVE) - (performance.now() - start), limit * MIN_SHARE);
  const browserTests = changedFiles.filter(isBrowserTest);
  const chosenBrowserTests = browserTests.slice(0, Math.max(0, Math.floor(remainingMs() / 2 / BROWSER_FILE)));
  const remainingTime = remainingMs() - chosenBrowserTests.length * BROWSER_FILE;
  const priority = new Set([...changedFiles, ...(isShort ? readingTests : rules)]);
  const { chosen, skipped } = selectWithin(
    candidates,
    priority,
    readTimes(),
    remainingTime,
    availableParallelism(),
  );

  const tests: Stage[] = [
    ...(chosen.length > 0
      ? [[{ name: 'rules, and tests of the changes', run: (write) => vitestRun(chosen, write) }] as Stage]
      : []),
    ...(chosenBrowserTests.length > 0
      ? [
          [BUILD],
          [
            { name: 'changed browser tests', run: (write) => playwrightRun(chosenBrowserTests, write) },
          ] as Stage,
        ]
      : []),
  ];
  outcomes.push(...(await runStages(tests)));

  const skippedBrowserTests = browserTests.slice(chosenBrowserTests.length);
  if (changedFiles.some((file) => AFFECTS_BROWSER_TESTS.test(file)))
    console.log('\nLeft to "npm test": the browser tests');
  else if (skippedBrowserTests.length > 0)
    console.log(`\nLeft to "npm test":\n${inLines(skippedBrowserTests)}`);
  if (skipped.length > 0) console.log(`\nLeft to "npm test", for the time:\n${inLines(skipped)}`);
  console.log(`\n${((performance.now() - start) / 1000).toFixed(1)} s`);
  return outcomes;
}
