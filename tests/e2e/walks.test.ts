import { expect, type Page } from '@playwright/test';
import { browserWalkFailureText, randomBrowserWalk } from '#tests/support/e2e/walk/walk.ts';
import { test } from '#tests/support/e2e.ts';

/** Walks that have failed once; the whole run repeats them. */
const REGRESSION_SEEDS = [26, 141];

/** How much `npm run walks -- --page` asks for; the whole run takes a part that is the same each time. */
const { PAGE_WALKS = '50', PAGE_WALK_EVENTS = '40', PAGE_WALK_SEED = '1' } = process.env;
const [WALKS, STEPS, FIRST] = [PAGE_WALKS, PAGE_WALK_EVENTS, PAGE_WALK_SEED].map(Number) as [
  number,
  number,
  number,
];

/** How long a step may take on a busy machine, in milliseconds. */
const PATIENCE = 5_000;

const firstSeeds = Array.from({ length: WALKS }, (_, index) => FIRST + index);
const seeds = process.env['PAGE_WALKS'] ? firstSeeds : new Set([...firstSeeds, ...REGRESSION_SEEDS]);

for (const seed of seeds) {
  test(`walk ${seed} over the built page breaks no law`, async ({ browser, sites }) => {
    test.setTimeout(30_000 + STEPS * PATIENCE);
    const site = await sites.startOwn();
    try {
      const fall = await randomBrowserWalk(browser, site, seed, STEPS);
      expect(fall && browserWalkFailureText(fall)).toBeNull();
    } finally {
      await site.close();
    }
  });
}

test('a broken law is reported with seed and path, and can be replayed', async ({ browser, sites }) => {
  test.setTimeout(30_000 + 2 * STEPS * PATIENCE);
  const walk = async () => {
    const site = await sites.startOwn();
    try {
      const noMethods = (page: Page) =>
        page.url().includes('/first/auth') ? ['somebody proves who they are'] : [];
      return await randomBrowserWalk(browser, site, 1, STEPS, noMethods);
    } finally {
      await site.close();
    }
  };
  const fall = await walk();
  expect(fall?.problems).toEqual(['somebody proves who they are']);
  expect(fall && browserWalkFailureText(fall)).toContain('npm run walks -- --page --seed 1 --walks 1');
  expect(await walk()).toEqual(fall);
});
