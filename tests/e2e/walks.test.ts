import { expect, type Page } from '@playwright/test';
import { browserWalkFailureText, randomBrowserWalk } from '#tests/support/e2e/walk/walk.ts';
import { test } from '#tests/support/e2e.ts';

/** Seeds of walks that once broke a law; `npm run test:all` repeats them. */
const REGRESSION_SEEDS = [26, 141];

/** The amount that `npm run walks -- --page` requests; `npm run test:all` runs a part that is the same each time. */
const { PAGE_WALKS = '50', PAGE_WALK_EVENTS = '40', PAGE_WALK_SEED = '1' } = process.env;
const [WALKS, STEPS, FIRST_SEED] = [PAGE_WALKS, PAGE_WALK_EVENTS, PAGE_WALK_SEED].map(Number) as [
  number,
  number,
  number,
];

/** How long a step may take on a busy machine. */
const STEP_TIMEOUT_MS = 5_000;

const firstSeeds = Array.from({ length: WALKS }, (_, index) => FIRST_SEED + index);
const seeds = process.env['PAGE_WALKS'] ? firstSeeds : new Set([...firstSeeds, ...REGRESSION_SEEDS]);

for (const seed of seeds) {
  test(`the random walk ${seed} over the built page breaks no law`, async ({ browser, sites }) => {
    test.setTimeout(30_000 + STEPS * STEP_TIMEOUT_MS);
    const site = await sites.startSeparate();
    try {
      const failure = await randomBrowserWalk(browser, site, seed, STEPS);
      expect(failure && browserWalkFailureText(failure)).toBeNull();
    } finally {
      await site.close();
    }
  });
}

test('the failure of a walk names its seed and path, and is the same each time', async ({
  browser,
  sites,
}) => {
  test.setTimeout(30_000 + 2 * STEPS * STEP_TIMEOUT_MS);
  const walk = async () => {
    const site = await sites.startSeparate();
    try {
      const forbidMethods = (page: Page) =>
        page.url().includes('/first/auth') ? ['a page shows a sign-in method'] : [];
      return await randomBrowserWalk(browser, site, 1, STEPS, forbidMethods);
    } finally {
      await site.close();
    }
  };
  const failure = await walk();
  expect(failure?.problems).toEqual(['a page shows a sign-in method']);
  expect(failure && browserWalkFailureText(failure)).toContain('npm run walks -- --page --seed 1 --walks 1');
  expect(await walk()).toEqual(failure);
});
