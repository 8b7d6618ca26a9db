import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { INSTALLED_BROWSER } from '#tools/chromium.ts';
import { TRACE_FOLDER } from '#tools/folders.ts';
import { PROGRAMS_VARIABLE } from '#tools/programs/variable.ts';
import { onPostgres } from '#tools/test/on-postgres.ts';
import { run, type Write } from '#tools/test/process.ts';
import { countReport, playwrightCounts, vitestCounts } from '#tools/test/report.ts';
import { SKIP_VARIABLE } from '#tools/test/skip-variable.ts';
import { ONE_FAILED, ONE_PASSED, type Stage, type Step } from '#tools/test/step.ts';

/** An npm script that passes or fails as a whole. */
const check = (name: string, script: string): Step => ({
  name,
  run: async (write) =>
    (await run('npm', ['run', '--silent', script], {}, write)) === 0 ? ONE_PASSED : ONE_FAILED,
});

/**
 * Maximum processor seconds of the build of the atlas. It takes 12, of which 8 for finding the screens without a
 * cache.
 */
const ATLAS_BUDGET = 30;

const atlas: Step = {
  name: 'build of the flow atlas',
  async run(write) {
    let output = '';
    const print = write ?? ((text: string) => process.stdout.write(text));
    const code = await run('npm', ['run', '--silent', 'atlas'], {}, (text) => {
      output += text;
      print(text);
    });
    const [, seconds] = /([\d.]+) s of processor time/.exec(output) ?? [];
    if (code !== 0 || seconds === undefined) return ONE_FAILED;
    if (Number(seconds) <= ATLAS_BUDGET) return ONE_PASSED;
    print(`The build may take ${ATLAS_BUDGET} s of processor time\n`);
    return ONE_FAILED;
  },
};

const TIMES_REPORTER = join(import.meta.dirname, 'times-reporter.ts');

/** Runs Vitest with these arguments, and saves the time of each file. */
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

/** Environment in which the suites record the transitions of machines. */
const RECORDING = { TRANSITION_COVERAGE: TRACE_FOLDER };

/** Deletes the transition traces of an earlier run. */
export const deleteTraces = (): Promise<void> => rm(TRACE_FOLDER, { recursive: true, force: true });

const vitest: Step = {
  name: 'unit, model, view, server and rule tests',
  run: (write) => vitestRun([], write, RECORDING),
};

const browser: Step = {
  name: 'browser tests',
  run: (write) => playwrightRun([], write, { ...RECORDING, [SKIP_VARIABLE]: '1' }),
};

/** Format and lint of these files only, for texts and styles, which do not affect other files. */
export const checkOf = (files: readonly string[]): Step => ({
  name: 'format and lint of the changes',
  run: async (write) => {
    const args = ['check', '--error-on-warnings', '--no-errors-on-unmatched', ...files];
    return (await run('biome', args, {}, write)) === 0 ? ONE_PASSED : ONE_FAILED;
  },
});

/** Static checks of the sources. */
export const CHECKS: Stage = [
  check('format', 'check:format'),
  check('lint and layers', 'check:lint'),
  check('types', 'check:types'),
  check('unused code', 'check:unused'),
];

export const BUILD: Step = check('build of the portal', 'build');

/** Only in the full run: the browser tests again, in an installed Chromium. */
export const ON_INSTALLED_BROWSER: Stage = [
  {
    name: 'browser tests in an installed Chromium',
    run: (write) => playwrightRun([], write, { ...INSTALLED_BROWSER, MUNJIGI_TEST_ALL: '0' }),
  },
];

/** Only in the full run: the server tests again, on PostgreSQL. */
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

/** Only in the full run: tests of the server with installed programs. */
export const WITH_PROGRAMS: Stage = [
  {
    name: 'tests with installed programs',
    run: (write) => vitestRun(['--project', 'programs'], write, { [PROGRAMS_VARIABLE]: '1' }),
  },
];

/** All checks. The longest steps of a stage start first. */
export const STAGES: readonly Stage[] = [
  [atlas, check('charts', 'charts:check'), ...CHECKS, BUILD],
  [browser, vitest],
  [check('transitions that the tests take', 'coverage')],
];
