import { rm } from 'node:fs/promises';
import { TRACE_FOLDER } from '#scripts/coverage/folders.ts';
import { run } from '#scripts/test/process.ts';
import { countReport, playwrightCounts, vitestCounts } from '#scripts/test/report.ts';
import { FAILED, PASSED, type Step } from '#scripts/test/step.ts';

/** An npm script that passes or fails as a whole. */
const check = (name: string, script: string): Step => ({
  name,
  run: async () => ((await run('npm', ['run', '--silent', script])) === 0 ? PASSED : FAILED),
});

/** Lets the suites write what running machines do. */
const RECORDED = { TRANSITION_COVERAGE: TRACE_FOLDER };

const vitest: Step = {
  name: 'unit, model, view, server and rule tests',
  run: async () => {
    await rm(TRACE_FOLDER, { recursive: true, force: true });
    return countReport(
      (file) =>
        run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`], RECORDED),
      vitestCounts,
    );
  },
};

const browser: Step = {
  name: 'browser tests',
  run: () =>
    countReport(
      (file) =>
        run('playwright', ['test', '--reporter=dot,json'], {
          ...RECORDED,
          PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        }),
      playwrightCounts,
    ),
};

/** The portal for production and the flow atlas. */
const builds: Step = {
  name: 'builds',
  run: async () => {
    const exits = await Promise.all(
      ['build', 'atlas'].map((script) => run('npm', ['run', '--silent', script])),
    );
    return exits.every((code) => code === 0) ? PASSED : FAILED;
  },
};

/** Everything that has to hold, cheapest first. */
export const STEPS: readonly Step[] = [
  check('format', 'check:format'),
  check('lint and layers', 'check:lint'),
  check('types', 'check:types'),
  check('unused code', 'check:unused'),
  check('charts', 'charts:check'),
  vitest,
  builds,
  browser,
  check('transitions that the tests take', 'coverage'),
];
