import { expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    /** On a page that a test has given it to. */
    readonly axe?: typeof axe;
  }
}

/** The findings of axe on a page. */
export type Finding = { readonly id: string; readonly help: string; readonly targets: readonly string[] };

/** Gives axe to a document. */
export async function bringAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return;
  await frame.evaluate(axe.source);
  // Pages from the disk have no origin by which a page and its frames would know each other.
  await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
  await frame.evaluate(`Object.assign(window, { resultsOf: ${resultsOf} })`);
}

/**
 * Lets axe look at the page as it is shown, with every rule that it has but two kinds: those that it keeps for old
 * configurations (deprecated), and those of level AAA, which is not promised (contrast of 7:1, for instance). It runs
 * on the page, so it knows nothing from here. On a page from the disk axe cannot fetch the style, which its rule about
 * turned screens reads: a page from a server has to be looked at too.
 * @param preload whether axe fetches the style: once is enough for a page whose screens change
 */
export async function resultsOf(preload = location.protocol !== 'file:'): Promise<axe.AxeResults> {
  const { axe: tool } = window;
  if (!tool) throw new Error('The page has no axe');
  const isLeftOut = (tag: string): boolean => tag === 'deprecated' || /^wcag2\d?aaa$/.test(tag);
  const rules = Object.fromEntries(
    tool.getRules().map(({ ruleId, tags }) => [ruleId, { enabled: !tags.some(isLeftOut) }]),
  );
  return tool.run(document, { preload, rules, resultTypes: ['violations'] });
}

/** What axe finds; it runs on a page that has `resultsOf` too. */
export async function findingsOf(preload?: boolean): Promise<readonly Finding[]> {
  const { violations } = await (window as unknown as { resultsOf: typeof resultsOf }).resultsOf(preload);
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    targets: nodes.map(({ target }) => target.join(' ')),
  }));
}

/**
 * Expects axe to find nothing on the page and in its frames.
 * @param preload as in `resultsOf`
 */
export const expectAccessible = async (page: Page, preload?: boolean): Promise<void> => {
  await Promise.all(page.frames().map(bringAxe));
  expect(await page.evaluate(findingsOf, preload)).toEqual([]);
};
