import { availableParallelism } from 'node:os';
import { baseOfWork, changedSince, reachingTests } from '#tools/test/changes.ts';
import { fitting } from '#tools/test/choice.ts';
import { runStages } from '#tools/test/stages.ts';
import type { Outcome, Stage } from '#tools/test/step.ts';
import { BUILD, CHECKS, playwrightRun, vitestRun } from '#tools/test/steps.ts';
import { readTimes } from '#tools/test/times.ts';

/** Milliseconds that `npm run test:quick` may take; a part of them is kept for what is guessed too low. */
const LIMIT = 90_000;
const RESERVE = 15_000;

/** What a browser test file is taken for, the build and the start of the browser included. */
const BROWSER_FILE = 25_000;

const RULES = 'tests/rules';

/** What the browser shows is made of these. */
const SHOWN = /^(src|machines|i18n|wire|server|lab|tests\/support\/e2e|index\.html|playwright\.config)/;

const isBrowserTest = (file: string): boolean => /^tests\/e2e\/.*\.test\.ts$/.test(file);

const inLines = (files: readonly string[]): string => files.map((file) => `  ${file}`).join('\n');

/**
 * The checks, the rules and the tests that reach what has changed since the main branch, as far as they fit into
 * the time; the rest is named and left to `npm test`.
 */
export async function runQuick(): Promise<readonly Outcome[]> {
  const start = performance.now();
  const base = await baseOfWork();
  const changed = await changedSince(base);
  const outcomes = [...(await runStages([CHECKS]))];

  const reaching = (await reachingTests(base)).filter((file) => !file.startsWith(`${RULES}/`));
  const rest = () => LIMIT - RESERVE - (performance.now() - start);
  const browserTests = changed.filter(isBrowserTest);
  const inBrowser = browserTests.slice(0, Math.max(0, Math.floor(rest() / 2 / BROWSER_FILE)));
  const budget = (rest() - inBrowser.length * BROWSER_FILE) * availableParallelism();
  const { chosen, left } = fitting(reaching, new Set(changed), readTimes(), budget);

  const tests: Stage[] = [
    [{ name: 'rules, and tests of the changes', run: (write) => vitestRun([RULES, ...chosen], write) }],
    ...(inBrowser.length > 0
      ? [
          [BUILD],
          [{ name: 'changed browser tests', run: (write) => playwrightRun(inBrowser, write) }] as Stage,
        ]
      : []),
  ];
  outcomes.push(...(await runStages(tests)));

  const leftInBrowser = browserTests.slice(inBrowser.length);
  if (changed.some((file) => SHOWN.test(file))) console.log('\nLeft to "npm test": the browser tests');
  else if (leftInBrowser.length > 0) console.log(`\nLeft to "npm test":\n${inLines(leftInBrowser)}`);
  if (left.length > 0) console.log(`\nLeft to "npm test", for the time:\n${inLines(left)}`);
  console.log(`\n${((performance.now() - start) / 1000).toFixed(1)} s`);
  return outcomes;
}
