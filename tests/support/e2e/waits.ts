import type { Page } from '@playwright/test';
import type { Site } from '#tests/support/e2e/site.ts';

/**
 * Lets every wait of a second or more last for ever on the documents that the page opens next, so that
 * a screen which would pass by stays.
 */
export async function holdWaits(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const begin = window.setTimeout.bind(window);
    const beginShort = (handler: () => void, delay = 0): number => (delay < 1000 ? begin(handler, delay) : 0);
    Object.assign(window, { setTimeout: beginShort });
  });
}

/** Lets the waits of exactly this length, in milliseconds, pass at once on the documents that the page opens next. */
export async function passWait(page: Page, wait: number): Promise<void> {
  await page.addInitScript((passing) => {
    const begin = window.setTimeout.bind(window);
    const beginPassing = (handler: () => void, delay = 0): number =>
      begin(handler, delay === passing ? 0 : delay);
    Object.assign(window, { setTimeout: beginPassing });
  }, wait);
}

/** How far ahead an installed clock is held, in milliseconds: a loaded machine gets there in less. */
const AHEAD = 2000;

/** Stops the installed clock of a page, so that only the test moves it from then on. */
export async function holdClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD);
}

/** Waits until the calls of a page are answered. */
async function answered(page: Page): Promise<void> {
  const calls = (await page.requests()).filter((request) => request.resourceType() === 'fetch');
  const open = calls.filter((request) => request.timing().responseEnd < 0);
  for (const request of open) await (await request.response())?.finished();
}

/**
 * Lets time pass at once for a server and for pages that go on asking it, whose clocks are installed. The pages are
 * stopped meanwhile: an answer of a server that is more than 30 s ahead would be rejected.
 */
export async function passTime(site: Site, pages: readonly Page[], ms: number): Promise<void> {
  for (const page of pages) {
    await holdClock(page);
    await answered(page);
  }
  site.advance(ms);
  for (const { clock } of pages) await clock.fastForward(ms);
  for (const { clock } of pages) await clock.resume();
}
