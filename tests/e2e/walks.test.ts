import { expect, type Page } from '@playwright/test';
import { browserWalkFailureText, randomBrowserWalk } from '#tests/support/e2e/walk/walk.ts';
import { test } from '#tests/support/e2e.ts';

/** The seeds of walks that once broke a law. `npm run test:all` repeats these walks. */
const REGRESSION_SEEDS = [26, 141];

/** The number of walks that `npm run walks -- --page` requests, their length and their first seed. `npm run test:all` uses the default values. */
const { PAGE_WALKS = '50', PAGE_WALK_EVENTS = '40', PAGE_WALK_SEED = '1' } = process.env;
const [WALK_COUNT, STEP_COUNT, FIRST_SEED] = [PAGE_WALKS, PAGE_WALK_EVENTS, PAGE_WALK_SEED].map(Number) as [
  number,
  number,
  number,
];

/** The time that a step may take on a busy computer. */
const STEP_TIMEOUT_MS = 5_000;

const firstSeeds = Array.from({ length: WALK_COUNT }, (_, index) => FIRST_SEED + index);
const seeds = process.env['PAGE_WALKS'] ? firstSeeds : new Set([...firstSeeds, ...REGRESSION_SEEDS]);

for (const seed of seeds) {
  test(`the random walk ${seed} over the built page breaks no law`, async ({ browser, sites }) => {
    test.setTimeout(30_000 + STEP_COUNT * STEP_TIMEOUT_MS);
    const site = await sites.startSeparate();
    try {
      const failure = await randomBrowserWalk(browser, site, seed, STEP_COUNT);
      expect(failure && browserWalkFailureText(failure)).toBeNull();
    } finally {
      await site.close();
    }
  });
}

test('the failure of a page walk names its seed, and is the same each time', async ({ browser, sites }) => {
  test.setTimeout(30_000 + 2 * STEP_COUNT * STEP_TIMEOUT_MS);
  const walk = async () => {
    const site = await sites.startSeparate();
    try {
      const forbidMethods = (page: Page) =>
        page.url().includes('/first/auth') ? ['a page shows a sign-in method'] : [];
      return await randomBrowserWalk(browser, site, 1, STEP_COUNT, forbidMethods);
    } finally {
      await site.close();
    }
  };
  const failure = await walk();
  expect(failure?.problems).toEqual(['a page shows a sign-in method']);
  expect(failure && browserWalkFailureText(failure)).toContain('npm run walks -- --page --seed 1 --walks 1');
  expect(await walk()).toEqual(failure);
});
