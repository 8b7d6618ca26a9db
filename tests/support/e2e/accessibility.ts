import { expect, type Frame, type Page } from '@playwright/test';
import axe from 'axe-core';

declare global {
  interface Window {
    /** Exists on a page into which a test has injected axe. */
    readonly axe?: typeof axe;
  }
}

/** A finding of axe on a page; `targets` are the selectors of the elements. */
export type Finding = { readonly id: string; readonly help: string; readonly targets: readonly string[] };

/** Injects axe into a document. */
export async function injectAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => window.axe !== undefined)) return;
  await frame.evaluate(axe.source);
  // A page from the disk has no origin, so axe would not analyse its frames.
  await frame.evaluate(() => window.axe?.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
  await frame.evaluate(`Object.assign(window, { runAxe: ${runAxe} })`);
}

/**
 * Checks the page with every rule of axe except deprecated rules and rules of level AAA, which the project does not
 * promise (contrast of 7:1, for instance). Runs on the page, so it can use nothing of this module. On a page from the
 * disk axe cannot fetch the style sheet, which the rule about screen orientation needs: a page from a server has to be
 * checked too.
 * @param preload whether axe fetches the style sheet; once is enough for a page whose screens change
 */
export async function runAxe(preload = location.protocol !== 'file:'): Promise<axe.AxeResults> {
  const axeOnPage = window.axe;
  if (!axeOnPage) throw new Error('The page has no axe');
  const isExcluded = (tag: string): boolean => tag === 'deprecated' || /^wcag2\d?aaa$/.test(tag);
  const rules = Object.fromEntries(
    axeOnPage.getRules().map(({ ruleId, tags }) => [ruleId, { enabled: !tags.some(isExcluded) }]),
  );
  return axeOnPage.run(document, { preload, rules, resultTypes: ['violations'] });
}

/** The findings of axe; runs on a page that also has `runAxe`. */
export async function axeFindings(preload?: boolean): Promise<readonly Finding[]> {
  const { violations } = await (window as unknown as { runAxe: typeof runAxe }).runAxe(preload);
  return violations.map(({ id, help, nodes }) => ({
    id,
    help,
    targets: nodes.map(({ target }) => target.join(' ')),
  }));
}

/**
 * Expects axe to find nothing on the page and in its frames.
 * @param preload as in `runAxe`
 */
export const expectAccessible = async (page: Page, preload?: boolean): Promise<void> => {
  await Promise.all(page.frames().map(injectAxe));
  expect(await page.evaluate(axeFindings, preload)).toEqual([]);
};
