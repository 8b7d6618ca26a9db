import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { LISTED_JOURNEYS, ONLY_IN_TEST_ALL } from '#tests/support/e2e/journeys.ts';
import type { Options } from '#tests/support/e2e.ts';
import { chromiumEnv, findChromium } from '#tools/chromium.ts';
import { SKIP_VARIABLE } from '#tools/test/skip-variable.ts';

const launch = await findChromium();

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
const JOURNEYS = 'tests/e2e/journeys';
const runsAllTests = process.env['MUNJIGI_TEST_ALL'] === '1';

export default defineConfig<Options>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // More than the two cores that the time limits assume, because a journey mostly waits.
  workers: 3,
  // With every screen in every variant, one test goes through hundreds of screens.
  timeout: runsAllTests ? 240_000 : 60_000,
  // Node loads these itself; Playwright's transformation takes each worker seconds.
  build: { external: NODE_FOLDERS.map((folder) => join(import.meta.dirname, folder, '**')) },
  expect: { timeout: 20_000 },
  // One project, so that a worker can run every test with its browser and servers.
  projects: runsAllTests
    ? [
        { name: 'ko', testDir: JOURNEYS, use: { languageOfAllJourneys: 'ko' } },
        { name: 'en', testDir: JOURNEYS, use: { languageOfAllJourneys: 'en' } },
        { name: 'keyboard', testDir: JOURNEYS, grep: [...LISTED_JOURNEYS], use: { isKeyboardOnly: true } },
        { name: 'once', testIgnore: 'journeys/**' },
      ]
    : // Every hostile address would need a page load; tests/targets tests them without a browser.
      // Random walks have their own command.
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
