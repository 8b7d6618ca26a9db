import type { Page } from '@playwright/test';
import type { Site } from '#tests/support/e2e/site.ts';

/**
 * Stops every timer of a second or more in the documents that the page opens next, so that a temporary screen remains.
 */
export async function suspendTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const setTimeout = window.setTimeout.bind(window);
    const setShortTimeout = (handler: () => void, delay = 0): number =>
      delay < 1000 ? setTimeout(handler, delay) : 0;
    Object.assign(window, { setTimeout: setShortTimeout });
  });
}

/** Lets timers of exactly this length end immediately in the documents that the page opens next. */
export async function skipTimer(page: Page, ms: number): Promise<void> {
  await page.addInitScript((skippedMs) => {
    const setTimeout = window.setTimeout.bind(window);
    const setOrSkipTimeout = (handler: () => void, delay = 0): number =>
      setTimeout(handler, delay === skippedMs ? 0 : delay);
    Object.assign(window, { setTimeout: setOrSkipTimeout });
  }, ms);
}

/** How far in the future an installed clock is paused: even a busy machine needs less time for the call. */
const PAUSE_AHEAD_MS = 2000;

/** Pauses the installed clock of a page, so that from then on only the test advances it. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + PAUSE_AHEAD_MS);
}

/** Waits until all calls of a page have been answered. */
async function waitForAnswers(page: Page): Promise<void> {
  const calls = (await page.requests()).filter((request) => request.resourceType() === 'fetch');
  const pending = calls.filter((request) => request.timing().responseEnd < 0);
  for (const request of pending) await (await request.response())?.finished();
}

/**
 * Advances the clock of a server and the installed clocks of pages that poll it. The pages are paused meanwhile, since
 * they would reject an answer of a server that is more than 30 s ahead.
 */
export async function passTime(site: Site, pages: readonly Page[], ms: number): Promise<void> {
  for (const page of pages) {
    await pauseClock(page);
    await waitForAnswers(page);
  }
  site.advance(ms);
  for (const { clock } of pages) await clock.fastForward(ms);
  for (const { clock } of pages) await clock.resume();
}
