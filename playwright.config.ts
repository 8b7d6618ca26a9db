import { defineConfig } from '@playwright/test';
import { chromiumEnv, findChromium } from '#scripts/chromium.ts';

const launch = await findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 30_000,
  use: {
    launchOptions: { executablePath: launch.executablePath, args: launch.args, env: chromiumEnv(launch) },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
  },
});
