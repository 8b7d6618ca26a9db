import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALLED_BROWSER } from '#tools/chromium.ts';
import { TRACE_FOLDER } from '#tools/folders.ts';
import { PROGRAMS_VARIABLE } from '#tools/programs/variable.ts';
import { onPostgres } from '#tools/test/on-postgres.ts';
import { run, type Write } from '#tools/test/process.ts';
import { countReport, playwrightCounts, vitestCounts } from '#tools/test/report.ts';
import { FAILED, PASSED, type Stage, type Step } from '#tools/test/step.ts';

/** An npm script that passes or fails as a whole. */
const check = (name: string, script: string): Step => ({
  name,
  run: async (write) => ((await run('npm', ['run', '--silent', script], {}, write)) === 0 ? PASSED : FAILED),
});

const TIMES_REPORTER = join(import.meta.dirname, 'times-reporter.ts');

/** Runs Vitest with these arguments, and keeps how long each file took. */
export const vitestRun = (
  args: readonly string[],
  write: Write,
  env: Readonly<Record<string, string>> = {},
): ReturnType<Step['run']> =>
  countReport(
    (file) =>
      run(
        'vitest',
        [
          'run',
          '--reporter=dot',
          '--reporter=json',
          `--reporter=${TIMES_REPORTER}`,
          `--outputFile.json=${file}`,
          ...args,
        ],
        env,
        write,
      ),
    vitestCounts,
  );

/** Runs Playwright with these arguments. */
export const playwrightRun = (
  args: readonly string[],
  write: Write,
  env: Readonly<Record<string, string>> = {},
): ReturnType<Step['run']> =>
  countReport(
    (file) =>
      run(
        'playwright',
        ['test', '--reporter=dot,json', ...args],
        { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
        write,
      ),
    playwrightCounts,
  );

/** Lets the suites write what running machines do. */
const RECORDED = { TRANSITION_COVERAGE: TRACE_FOLDER };

/** Forgets what machines did in an earlier run. */
export const forgetTraces = (): Promise<void> => rm(TRACE_FOLDER, { recursive: true, force: true });

const vitest: Step = {
  name: 'unit, model, view, server and rule tests',
  run: (write) => vitestRun([], write, RECORDED),
};

const browser: Step = {
  name: 'browser tests',
  run: (write) => playwrightRun([], write, RECORDED),
};

/** The format and lint of these files alone: of a text or a style, where no other file is judged by it. */
export const checkOf = (files: readonly string[]): Step => ({
  name: 'format and lint of what has changed',
  run: async (write) => {
    const args = ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...files];
    return (await run('biome', args, {}, write)) === 0 ? PASSED : FAILED;
  },
});

/** What reads the sources and runs no test. */
export const CHECKS: Stage = [
  check('format', 'check:format'),
  check('lint and layers', 'check:lint'),
  check('types', 'check:types'),
  check('unused code', 'check:unused'),
];

export const BUILD: Step = check('build of the portal', 'build');

/** What is left to the whole run: the browser's tests once more, in an installed Chromium. */
export const ON_INSTALLED_BROWSER: Stage = [
  {
    name: 'browser tests in an installed Chromium',
    run: (write) => playwrightRun([], write, { ...INSTALLED_BROWSER, MUNJIGI_TEST_ALL: '0' }),
  },
];

/** What is left to the whole run: the server's tests once more, on the other database. */
export const ON_POSTGRES: Stage = [
  {
    name: 'server tests on PostgreSQL',
    run: (write) => onPostgres((env) => vitestRun(['tests/server'], write, env)),
  },
  {
    name: "an administrator's day on PostgreSQL",
    run: (write) => onPostgres((env) => playwrightRun(['tests/e2e/journeys/day.test.ts'], write, env)),
  },
];

/** Only in the full run: the server with programs of the system. */
export const BESIDE_PROGRAMS: Stage = [
  {
    name: 'tests with installed programs',
    run: (write) => vitestRun(['--project', 'programs'], write, { [PROGRAMS_VARIABLE]: '1' }),
  },
];

/** All checks. The longest steps of a stage start first. */
export const STAGES: readonly Stage[] = [
  [check('build of the flow atlas', 'atlas'), check('charts', 'charts:check'), ...CHECKS, BUILD],
  [browser, vitest],
  [check('transitions that the tests take', 'coverage')],
];
