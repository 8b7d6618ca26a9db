import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';

/** A folder with pictures that the test uses as logos. */
const PICTURE_FOLDER = join(import.meta.dirname, '..', '..', '..', 'docs', 'images');

const SHOP = {
  clientId: 'shop',
  clientSecret: 'secret-of-the-shop',
  redirectUris: ['https://SHOP.example/cb'],
  serviceName: { ko: '상점', en: 'Shop' },
  displayContent: { ko: '토요일에 점검해요.', en: 'Maintenance on Saturday.' },
  branding: {
    logo: { light: '/brand/portal.png', dark: '/brand/atlas.png' },
    colors: { accent: '#ffd400', accentDark: '#402a00' },
  },
};

test.use({ configFile: { ...TEST_CONFIG, branding: { folder: PICTURE_FOLDER }, clients: [SHOP] } });

/** The address of a request of the service. */
const REQUEST_PATH = `/oauth2/authorize?${new URLSearchParams({
  client_id: SHOP.clientId,
  response_type: 'code',
  scope: 'openid',
  redirect_uri: 'https://SHOP.example/cb',
})}`;

const readAccent = (page: Page) =>
  page.evaluate(() => document.documentElement.style.getPropertyValue('--accent'));
const logo = (page: Page) => page.locator('header img');
/** Reads the colours of the service's notice: its background, and its icon. */
const readNoticeColors = (page: Page) =>
  page
    .locator('[data-tone="info"]')
    .evaluate((notice) => [
      getComputedStyle(notice).backgroundColor,
      getComputedStyle(notice.querySelector('svg') ?? notice).color,
    ]);

test('the screens of a sign-in at a service with a brand show the brand, and other screens do not', async ({
  page,
  person,
  language,
}) => {
  await page.goto(REQUEST_PATH);
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page.getByText(SHOP.displayContent[language])).toBeVisible();
  const brandedColors = await readNoticeColors(page);
  await expect(logo(page)).toHaveAttribute('src', '/brand/portal.png');
  expect(await readAccent(page)).toBe(SHOP.branding.colors.accent);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await page.getByRole('textbox').fill('kim');
  await person.button('action.next').click();
  await expect(person.heading('title.password')).toBeVisible();
  await expect(logo(page)).toBeVisible();
  await expectAccessible(page);

  await person.openIdEntry();
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(logo(page)).toHaveCount(0);
  expect(await readAccent(page)).toBe('');
  await page.emulateMedia({ colorScheme: 'light' });
  expect(brandedColors).toEqual(await readNoticeColors(page));
});
