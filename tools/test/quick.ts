import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#tools/folders.ts';
import { projectFiles } from '#tools/source/project-files.ts';
import { changedSince, findBaseCommit, reachingTests } from '#tools/test/changes.ts';
import { selectWithin } from '#tools/test/choice.ts';
import { runStages } from '#tools/test/stages.ts';
import type { Outcome, Stage } from '#tools/test/step.ts';
import { BUILD, CHECKS, checkFiles, runPlaywright, runVitest } from '#tools/test/steps.ts';
import { testsThatRead } from '#tools/test/tests-that-read.ts';
import { readTimes } from '#tools/test/times.ts';

/** Time limit of `npm run test:quick`, in milliseconds. */
const LIMIT_MS = 90_000;

/** Time limit if only texts and styles were changed, in milliseconds. */
const SHORT_LIMIT_MS = 30_000;

/** Fraction of the time limit that is reserved for tests that take longer than in their last run. */
const RESERVED_FRACTION = 1 / 6;

/** Minimum fraction of the time limit for tests, even after slow checks. */
const MIN_TEST_FRACTION = 1 / 3;

/** Assumed milliseconds of a file with browser tests, including the build and the start of the browser. */
const BROWSER_FILE_MS = 25_000;

const RULES_FOLDER = 'tests/rules';

/** Matches files that affect browser tests. */
const AFFECTS_BROWSER_TESTS =
  /^(src|machines|i18n|wire|server|lab|tests\/support\/e2e|index\.html|playwright\.config)/;

/** Matches texts and styles, which neither the compiler nor the search for unused code reads. */
const TEXT_OR_STYLE = /^i18n\/.*\.json$|\.css$/;

const isBrowserTest = (file: string): boolean => /^tests\/e2e\/.*\.test\.ts$/.test(file);

const indentedLines = (files: readonly string[]): string => files.map((file) => `  ${file}`).join('\n');

/** The sources of tests, and of helpers that read files for tests. */
const testSources = () => projectFiles('{tests,tools,atlas,cli}/**/*.{ts,tsx}');

/**
 * Runs the checks, the rules, and the tests that import or read a file that differs from the main branch, as far as the
 * time limit allows. Lists the tests that were not run.
 */
export async function runQuick(): Promise<readonly Outcome[]> {
  const start = performance.now();
  const base = await findBaseCommit();
  const changedFiles = await changedSince(base);
  const areOnlyTextsOrStyles =
    changedFiles.length > 0 && changedFiles.every((file) => TEXT_OR_STYLE.test(file));
  const limit = areOnlyTextsOrStyles ? SHORT_LIMIT_MS : LIMIT_MS;
  const existingFiles = changedFiles.filter((file) => existsSync(join(ROOT, file)));
  const outcomes = [...(await runStages([areOnlyTextsOrStyles ? [checkFiles(existingFiles)] : CHECKS]))];

  const rules = projectFiles(`${RULES_FOLDER}/*.test.ts`).map(({ path }) => path);
  const isVitest = (file: string): boolean => !file.startsWith('tests/e2e/');
  const readingTests = testsThatRead(changedFiles, testSources()).filter(isVitest);
  const candidates = [...new Set([...rules, ...(await reachingTests(base)), ...readingTests])];
  const remainingMs = () =>
    Math.max(limit * (1 - RESERVED_FRACTION) - (performance.now() - start), limit * MIN_TEST_FRACTION);
  const browserTests = changedFiles.filter(isBrowserTest);
  const chosenBrowserTests = browserTests.slice(
    0,
    Math.max(0, Math.floor(remainingMs() / 2 / BROWSER_FILE_MS)),
  );
  const msForOtherTests = remainingMs() - chosenBrowserTests.length * BROWSER_FILE_MS;
  const priority = new Set([...changedFiles, ...(areOnlyTextsOrStyles ? readingTests : rules)]);
  const { chosen, skipped } = selectWithin(
    candidates,
    priority,
    readTimes(),
    msForOtherTests,
    availableParallelism(),
  );

  const testStages: Stage[] = [
    ...(chosen.length > 0
      ? [[{ name: 'rules, and tests of the changes', run: (write) => runVitest(chosen, write) }] as Stage]
      : []),
    ...(chosenBrowserTests.length > 0
      ? [
          [BUILD],
          [
            { name: 'changed browser tests', run: (write) => runPlaywright(chosenBrowserTests, write) },
          ] as Stage,
        ]
      : []),
  ];
  outcomes.push(...(await runStages(testStages)));

  const skippedBrowserTests = browserTests.slice(chosenBrowserTests.length);
  if (changedFiles.some((file) => AFFECTS_BROWSER_TESTS.test(file)))
    console.log('\nNot run: the browser tests. Run them with "npm test".');
  else if (skippedBrowserTests.length > 0)
    console.log(`\nNot run for lack of time:\n${indentedLines(skippedBrowserTests)}`);
  if (skipped.length > 0) console.log(`\nNot run for lack of time:\n${indentedLines(skipped)}`);
  console.log(`\n${((performance.now() - start) / 1000).toFixed(1)} s`);
  return outcomes;
}
