import { run } from '#scripts/test/process.ts';
import { countReport, playwrightCounts, vitestCounts } from '#scripts/test/report.ts';
import { FAILED, PASSED, type Step } from '#scripts/test/step.ts';

/** An npm script that passes or fails as a whole. */
const check = (name: string, script: string): Step => ({
  name,
  run: async () => ((await run('npm', ['run', '--silent', script])) === 0 ? PASSED : FAILED),
});

const vitest: Step = {
  name: 'unit, model, view, server and rule tests',
  run: () =>
    countReport(
      (file) => run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]),
      vitestCounts,
    ),
};

const browser: Step = {
  name: 'browser tests',
  run: () =>
    countReport(
      (file) => run('playwright', ['test', '--reporter=dot,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
      playwrightCounts,
    ),
};

/** Everything that has to hold, cheapest first. */
export const STEPS: readonly Step[] = [
  check('format', 'check:format'),
  check('lint and layers', 'check:lint'),
  check('types', 'check:types'),
  check('unused code', 'check:unused'),
  check('charts', 'charts:check'),
  vitest,
  check('build', 'build'),
  browser,
];
