import { expect } from '@playwright/test';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';

test.use({ javaScriptEnabled: false });

test('without scripts a person signs in at an OpenID service with a password, after a wrong password', async ({
  page,
  lab,
  text,
}) => {
  await page.goto(`${lab}/service/login`);
  await page.waitForURL(/\/redirect/);
  await expect(page.locator('input[name=username]')).toBeFocused();
  await page.keyboard.type('kim');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/type=pw/);
  await expect(page.locator('input[name=password]')).toBeFocused();
  await page.keyboard.type('not this one');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: text('action.ok') }).click();
  await expect(page.locator('dialog[open]')).toHaveCount(0);
  await page.locator('input[name=password]').fill(SEED_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${lab}/service`);
});

test('without scripts a person signs in at a SAML service with a sent code', async ({
  page,
  lab,
  text,
  devices,
}) => {
  await page.goto(`${lab}/expenses/login`);
  await page.waitForURL(/\/redirect/);
  await page.keyboard.type('sent');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: text('title.method.1'), exact: true }).click();
  await page.getByRole('button', { name: text('otp.send'), exact: true }).click();
  await expect(page.getByText(text('otp.resend'))).toBeVisible();
  await page.locator('input[name=code]').fill(await devices.newestCode('sent', 'sms'));
  await page.keyboard.press('Enter');
  await page.getByRole('button').click();
  await expect(page).toHaveURL(`${lab}/expenses`);
});
