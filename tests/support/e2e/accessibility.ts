import { expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    /** On a page that a test has given it to. */
    readonly axe?: typeof axe;
  }
}

/** What axe finds on a page. */
export type Finding = {
  readonly id: string;
  readonly help: string;
  readonly targets: readonly string[];
};

/** Gives axe to a document. */
export async function bringAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return;
  await frame.evaluate(axe.source);
  // Pages from the disk have no origin by which a page and its frames would know each other.
  await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
}

/**
 * Lets axe, with every rule it has and none left out, look at the page as it is shown. It runs on the page, so it
 * knows nothing from here. On a page from the disk axe cannot fetch the style, which its rule about turned screens
 * reads: a page from a server has to be looked at too.
 * @param preload whether axe fetches the style: once is enough for a page whose screens change
 */
export async function findingsOf(preload = location.protocol !== 'file:'): Promise<readonly Finding[]> {
  const results = await window.axe?.run(document, { preload, resultTypes: ['violations'] });
  if (!results) throw new Error('The page has no axe');
  return results.violations.map(({ id, help, nodes }) => ({
    id,
    help,
    targets: nodes.map(({ target }) => target.join(' ')),
  }));
}

/** Expects axe to find nothing on the page and in its frames. */
export const expectAccessible = async (page: Page): Promise<void> => {
  await Promise.all(page.frames().map(bringAxe));
  expect(await page.evaluate(findingsOf, undefined)).toEqual([]);
};
