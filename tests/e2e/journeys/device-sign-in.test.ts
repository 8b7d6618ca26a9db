import { expect } from '@playwright/test';
import { TEXTS as TELEVISION_TEXTS } from '#lab/television/routes.ts';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import { escapeRegExp } from '#tests/support/e2e/journeys.ts';

/** The milliseconds between two polls of a device (RFC 8628, section 3.5). */
const POLL_MS = 5_000;

/** The television of the lab, in a separate browser. */
type Television = {
  /** The user code on the screen of the television. */
  readonly code: string;
  /** Lets the television poll again, and expects this heading and text on the television. */
  expectScreen(heading: keyof typeof TELEVISION_TEXTS, shownText: string): Promise<void>;
};

const test = base.extend<{ readonly television: Television }>({
  configFile: { ...TEST_CONFIG },
  television: async ({ browser, locale, lab, language, site }, use) => {
    const context = await browser.newContext({ locale: locale ?? 'ko-KR' });
    const screen = await context.newPage();
    await screen.goto(`${lab}/television`);
    await screen.getByRole('button', { name: TELEVISION_TEXTS.begin[language] }).click();
    await expect(screen.getByRole('heading', { name: TELEVISION_TEXTS.waiting[language] })).toBeVisible();
    const code = await screen.locator('code').innerText();
    await use({
      code,
      async expectScreen(heading, shownText) {
        site.advance(POLL_MS);
        await screen.reload();
        await expect(
          screen.getByRole('heading', { name: TELEVISION_TEXTS[heading][language] }),
        ).toBeVisible();
        await expect(screen.locator('main')).toContainText(shownText);
      },
    });
    await context.close();
  },
});

test('a user code is accepted with a space and in lower case, and signs in the television after a reload', async ({
  page,
  person,
  text,
  television,
}) => {
  const field = page.getByRole('textbox', { name: text('deviceSignIn.code'), exact: true });
  async function enter(code: string): Promise<void> {
    await expect(field).toBeFocused();
    await field.fill(code);
    await page.keyboard.press('Enter');
  }
  await page.goto('/activate');
  await enter('');
  await expect(page.getByText(text('deviceSignIn.noCode'))).toBeVisible();
  await enter(television.code.replace('-', ' ').toLowerCase());
  await expect(person.heading('deviceSignIn.question')).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(escapeRegExp(text('deviceSignIn.question'))));
  await page.reload();
  await enter(television.code);
  await expect(page.getByText(television.code)).toBeVisible();
  await person.button('deviceSignIn.allow').click();
  await expect(person.heading('title.identity')).toBeVisible();
  await person.enterId('kim');
  await person.enterPassword();
  await expect(person.heading('deviceSignIn.signedIn')).toBeFocused();
  await television.expectScreen('signedIn', 'kim');
  await person.button('deviceSignIn.again').click();
  await expect(field).toBeFocused();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a user code in the address fills the field, and the sign-in can be declined', async ({
    page,
    person,
    television,
  }) => {
    await page.goto(`/activate?user_code=${television.code}`);
    await expect(page.locator('input[name=deviceCode]')).toHaveValue(television.code);
    await page.keyboard.press('Enter');
    await person.button('deviceSignIn.decline').click();
    await expect(person.heading('deviceSignIn.declined')).toBeVisible();
    await television.expectScreen('refused', 'access_denied');
  });
});
