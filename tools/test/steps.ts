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
const MAX_ATLAS_SECONDS = 30;

const ATLAS: Step = {
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
    if (Number(seconds) <= MAX_ATLAS_SECONDS) return ONE_PASSED;
    print(`The build took ${seconds} s; it may take ${MAX_ATLAS_SECONDS} s of processor time\n`);
    return ONE_FAILED;
  },
};

const TIMES_REPORTER = join(import.meta.dirname, 'times-reporter.ts');

/** Runs Vitest with additional arguments, and saves the time of each test file. */
export const runVitest = (
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

/** Runs Playwright with additional arguments. */
export const runPlaywright = (
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

const VITEST: Step = {
  name: 'unit, model, view, server and rule tests',
  run: (write) => runVitest([], write, RECORDING),
};

const BROWSER_TESTS: Step = {
  name: 'browser tests',
  run: (write) => runPlaywright([], write, { ...RECORDING, [SKIP_VARIABLE]: '1' }),
};

/** A step that checks format and lint of some files; enough for texts and styles, which do not affect other files. */
export const checkFiles = (files: readonly string[]): Step => ({
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
    run: (write) => runPlaywright([], write, { ...INSTALLED_BROWSER, MUNJIGI_TEST_ALL: '0' }),
  },
];

/** Only in the full run: the server tests again, on PostgreSQL. */
export const ON_POSTGRES: Stage = [
  {
    name: 'server tests on PostgreSQL',
    run: (write) => onPostgres((env) => runVitest(['tests/server'], write, env)),
  },
  {
    name: "an administrator's day on PostgreSQL",
    run: (write) => onPostgres((env) => runPlaywright(['tests/e2e/journeys/operator.test.ts'], write, env)),
  },
];

/** Only in the full run: tests of the server with installed programs. */
export const WITH_PROGRAMS: Stage = [
  {
    name: 'tests with installed programs',
    run: (write) => runVitest(['--project', 'programs'], write, { [PROGRAMS_VARIABLE]: '1' }),
  },
];

/** The stages of `npm test`. In each stage the longest steps come first. */
export const STAGES: readonly Stage[] = [
  [ATLAS, check('charts', 'charts:check'), ...CHECKS, BUILD],
  [BROWSER_TESTS, VITEST],
  [check('transitions that the tests take', 'coverage')],
];
