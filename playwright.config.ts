import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { LISTED_JOURNEYS, ONLY_IN_TEST_ALL } from '#tests/support/e2e/journeys.ts';
import type { Options } from '#tests/support/e2e.ts';
import { chromiumEnv, findChromium } from '#tools/chromium.ts';
import { SKIP_VARIABLE } from '#tools/test/skip-variable.ts';

const launch = await findChromium();

/** Folders whose modules Node.js loads without Playwright's transformation, which would take seconds in each worker. */
const NODE_FOLDERS = [
  'atlas',
  'cli',
  'dist',
  'cases',
  'i18n',
  'lab',
  'machines',
  'server',
  'tests',
  'tools',
  'wire',
];
const JOURNEYS_FOLDER = 'tests/e2e/journeys';
const runsAllTests = process.env['MUNJIGI_TEST_ALL'] === '1';

export default defineConfig<Options>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // The time limits assume two cores; three workers are possible, because a journey mostly waits.
  workers: 3,
  // In `npm run test:all`, a test may check hundreds of screens.
  timeout: runsAllTests ? 240_000 : 60_000,
  build: { external: NODE_FOLDERS.map((folder) => join(import.meta.dirname, folder, '**')) },
  expect: { timeout: 20_000 },
  // `npm test` uses only one project, so that a worker can use its browser and servers for all tests.
  projects: runsAllTests
    ? [
        { name: 'ko', testDir: JOURNEYS_FOLDER, use: { languageOfAllJourneys: 'ko' } },
        { name: 'en', testDir: JOURNEYS_FOLDER, use: { languageOfAllJourneys: 'en' } },
        {
          name: 'keyboard',
          testDir: JOURNEYS_FOLDER,
          grep: [...LISTED_JOURNEYS],
          use: { isKeyboardOnly: true },
        },
        { name: 'once', testIgnore: 'journeys/**' },
      ]
    : // The ignored tests of targets load a page for each hostile address; tests/targets checks the same addresses without
      // a browser. Random walks are run by `npm run walks`.
      [
        {
          name: 'each once',
          grepInvert: process.env[SKIP_VARIABLE] ? [...ONLY_IN_TEST_ALL] : [],
          testIgnore: process.env['PAGE_WALKS']
            ? []
            : ['targets.test.ts', 'server-targets.test.ts', 'walks.test.ts'],
        },
      ],
  use: {
    launchOptions: { executablePath: launch.executablePath, args: launch.args, env: chromiumEnv(launch) },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
