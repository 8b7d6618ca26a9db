import { type BrowserContext, expect, type Page } from '@playwright/test';
import { watchProblems } from './problems.ts';
import { test as base } from './registration.ts';
import type { TextKey } from './texts.ts';

/** The web app on a phone: a browser of its own, which shares nothing with that at the desk. */
export type PhoneApp = {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly heading: (key: TextKey) => ReturnType<Page['getByRole']>;
  readonly press: (key: TextKey) => Promise<void>;
  /** The code that it shows for a person, without its space. */
  readonly codeOf: (userId: string) => Promise<string>;
};

/** The test of a journey with a phone beside the desk. */
export const test = base.extend<{ readonly phone: PhoneApp }>({
  phone: async ({ browser, portal, locale, text }, use) => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 640 },
      baseURL: portal,
      ...(locale !== undefined && { locale }),
    });
    const problems = await watchProblems(context);
    const page = await context.newPage();
    await use({
      context,
      page,
      heading: (key) => page.getByRole('heading', { level: 1, name: text(key), exact: true }),
      press: (key) => page.getByRole('button', { name: text(key), exact: true }).click(),
      async codeOf(userId) {
        const code = page.getByRole('status', { name: text('phone.code', { userId }) });
        await expect(code).toHaveText(/^\d{3} \d{3}$/);
        return (await code.innerText()).replace(' ', '');
      },
    });
    expect(problems).toEqual([]);
    await context.close();
  },
});
