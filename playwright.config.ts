import { defineConfig } from '@playwright/test';
import { chromiumEnv, findChromium } from '#scripts/chromium.ts';
import type { Options, WorkerOptions } from '#tests/support/e2e.ts';

const launch = await findChromium();

/** Journeys from a service and back, and the texts of refusals: in both languages in every run. */
const IN_BOTH_LANGUAGES =
  /\/(sign-in|second-sign-in|pages|authenticated|methods|factors|refusals|single-sign-on|engine-pages|saml)\.test\.ts$/;
const isWhole = process.env['MUNJIGI_TEST_ALL'] === '1';

export default defineConfig<Options, WorkerOptions>({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  projects: [
    { name: 'ko', testDir: 'tests/e2e/journeys', use: { language: 'ko', build: 'recording' } },
    {
      name: 'en',
      testDir: 'tests/e2e/journeys',
      ...(isWhole ? {} : { testMatch: IN_BOTH_LANGUAGES }),
      use: { language: 'en', build: 'production' },
    },
    { name: 'once', testIgnore: 'journeys/**', use: { build: 'production' } },
  ],
  use: {
    launchOptions: { executablePath: launch.executablePath, args: launch.args, env: chromiumEnv(launch) },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
