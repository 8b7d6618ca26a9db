import type { Page } from '@playwright/test';

/** Through how many documents a page may go before it comes to rest. */
const MAX_DOCUMENTS = 8;

/** Back from what the browser itself shows: before the first page, or without a network. */
export async function comeBack(page: Page): Promise<void> {
  const protocol = await page.evaluate(() => window.location.protocol).catch(() => 'http:');
  if (protocol === 'about:') await page.goForward();
  if (protocol === 'chrome-error:') await page.reload();
}

/** Asks a page, and asks the next document where the page has gone on meanwhile. */
export async function throughDocuments<Answer>(page: Page, ask: () => Promise<Answer>): Promise<Answer> {
  for (let documents = 1; ; documents += 1) {
    try {
      return await ask();
    } catch (error) {
      const isLeft = /context was destroyed|navigat|Cannot find context|Access is denied/i.test(
        String(error),
      );
      if (!isLeft || documents === MAX_DOCUMENTS) throw error;
      await page.waitForLoadState('load');
      await comeBack(page);
    }
  }
}
