import type { Page } from '@playwright/test';

/** The maximum number of documents that a page loads one after the other before it settles. */
const MAX_DOCUMENTS = 8;

/** Returns to the portal from a page of the browser itself, such as the empty first page or the error page of a lost network. */
export async function returnToPage(page: Page): Promise<void> {
  const protocol = await page.evaluate(() => window.location.protocol).catch(() => 'http:');
  if (protocol === 'about:') await page.goForward();
  if (protocol === 'chrome-error:') await page.reload();
}

/** Reads from a page, and reads again from the next document if the page has navigated meanwhile. */
export async function retryOnNavigation<Value>(page: Page, read: () => Promise<Value>): Promise<Value> {
  for (let documents = 1; ; documents += 1) {
    try {
      return await read();
    } catch (error) {
      const hasNavigated = /context was destroyed|navigat|Cannot find context|Access is denied/i.test(
        String(error),
      );
      if (!hasNavigated || documents === MAX_DOCUMENTS) throw error;
      await page.waitForLoadState('load');
      await returnToPage(page);
    }
  }
}
