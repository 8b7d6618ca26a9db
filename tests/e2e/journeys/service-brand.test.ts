import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';

/** A folder with pictures, which serve as logos. */
const PICTURES = join(import.meta.dirname, '..', '..', '..', 'docs', 'images');

const shop = {
  clientId: 'shop',
  clientSecret: 'secret-of-the-shop',
  redirectUris: ['https://shop.example/cb'],
  serviceName: { ko: '상점', en: 'Shop' },
  displayContent: { ko: '토요일에 점검해요.', en: 'Maintenance on Saturday.' },
  branding: {
    logo: { light: '/brand/portal.png', dark: '/brand/atlas.png' },
    colors: { accent: '#ffd400', accentDark: '#402a00' },
  },
};

test.use({ configFile: { ...TEST_CONFIG, branding: { folder: PICTURES }, clients: [shop] } });

const request = `/oauth2/authorize?${new URLSearchParams({
  client_id: shop.clientId,
  response_type: 'code',
  scope: 'openid',
  redirect_uri: 'https://shop.example/cb',
})}`;

const accent = (page: Page) =>
  page.evaluate(() => document.documentElement.style.getPropertyValue('--accent'));
const logo = (page: Page) => page.locator('header img');
/** The colours of the service's notice: text and background. */
const noticeColors = (page: Page) =>
  page
    .locator('[data-tone="info"]')
    .evaluate((notice) => [
      getComputedStyle(notice).backgroundColor,
      getComputedStyle(notice.querySelector('svg') ?? notice).color,
    ]);

test('only the screens of a sign-in show the service’s brand', async ({ page, person, language }) => {
  await page.goto(request);
  await expect(person.heading('title.identity')).toBeVisible();
  await expect(page.getByText(shop.displayContent[language])).toBeVisible();
  const brandedColors = await noticeColors(page);
  await expect(logo(page)).toHaveAttribute('src', '/brand/portal.png');
  expect(await accent(page)).toBe(shop.branding.colors.accent);
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
  expect(await accent(page)).toBe('');
  await page.emulateMedia({ colorScheme: 'light' });
  expect(brandedColors).toEqual(await noticeColors(page));
});
