import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/**
 * Expects axe, with every rule it has and none left out, to find nothing on the page as it is shown. On a page from the
 * disk axe cannot fetch the style, which its rule about turned screens reads: a page from a server has to be looked at too.
 */
export const expectAccessible = async (page: Page): Promise<void> => {
  const preload = !page.url().startsWith('file:');
  const { violations } = await new AxeBuilder({ page }).options({ preload }).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    targets: nodes.map(({ target }) => target),
  }));
  expect(found).toEqual([]);
};
