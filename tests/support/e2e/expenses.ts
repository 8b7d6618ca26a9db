import { expect, type Page } from '@playwright/test';
import { TEXTS as EXPENSES_TEXTS, SIGN_IN_LINKS } from '#lab/expenses/texts.ts';
import type { Language } from '#tests/support/e2e/texts.ts';

const EXPENSES_PATH = '/expenses';

/** Page object of the expenses service. */
export const expensesAt = (page: Page, language: Language, origin: string) => ({
  open: () => page.goto(`${origin}${EXPENSES_PATH}`),
  /** Opens the service, and presses the sign-in link with this query. */
  async requestSignIn(query = ''): Promise<void> {
    await page.goto(`${origin}${EXPENSES_PATH}`);
    const title = SIGN_IN_LINKS.find((link) => link.query === query)?.title[language] ?? '';
    const name = query === '' ? EXPENSES_TEXTS.signIn[language] : title;
    await page.getByRole('link', { name }).click();
  },
  async expectSignedIn(userId: string): Promise<void> {
    await expect(page.getByRole('button', { name: EXPENSES_TEXTS.signOut[language] })).toBeVisible();
    expect(page.url()).toBe(`${origin}${EXPENSES_PATH}`);
    const session = await (await page.request.get(`${origin}${EXPENSES_PATH}/session`)).json();
    expect(session).toMatchObject({ signedIn: true, nameId: userId });
  },
  async signOut(): Promise<void> {
    await page.getByRole('button', { name: EXPENSES_TEXTS.signOut[language] }).click();
    await expect(page.getByText(EXPENSES_TEXTS.signedOut[language])).toBeVisible();
  },
});
