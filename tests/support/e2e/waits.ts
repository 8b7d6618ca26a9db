import type { Page } from '@playwright/test';

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
