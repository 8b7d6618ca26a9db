import { test as base, expect } from '@playwright/test';
import { type LabServer, startLabServer } from '#tests/lab/lab-server.ts';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';

const test = base.extend<{ problems: string[] }, { lab: LabServer }>({
  lab: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const lab = await startLabServer();
      await use(lab);
      await lab.close();
    },
    { scope: 'worker' },
  ],
  problems: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('pageerror', ({ message }) => problems.push(message));
      page.on('console', (message) => {
        if (message.type() === 'error') problems.push(message.text());
      });
      await use(problems);
    },
    { auto: true },
  ],
  baseURL: async ({ lab }, use) => use(lab.origin),
  permissions: ['clipboard-read', 'clipboard-write'],
  locale: 'en-US',
});

const deliverSms = (lab: LabServer, code: string) =>
  lab.outbox.deliver({
    channel: 'sms',
    userId: 'lee',
    to: '010-3456-7890',
    subject: '',
    text: `<b>Hanbit</b> ${code}`,
    at: lab.clock.now,
  });

test.beforeEach(({ lab }) => lab.outbox.clear());

test('an SMS arrives without a reload, and its code can be copied', async ({ page, lab, problems }) => {
  await page.goto('/phone/lee');
  const messages = page.getByRole('log', { name: 'Messages' });
  await expect(messages).toContainText('Nothing has arrived yet.');
  await deliverSms(lab, '111111');
  await expect(messages.getByRole('listitem')).toHaveCount(1);
  await messages.getByRole('button', { name: '111111' }).focus();
  await deliverSms(lab, '222222');
  await expect(messages.getByRole('listitem')).toContainText([
    '<b>Hanbit</b> 222222',
    '<b>Hanbit</b> 111111',
  ]);
  await expect(messages.getByRole('button', { name: '111111' })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText('111111 copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('111111');

  lab.outbox.clear();
  await expect(messages).toContainText('Nothing has arrived yet.');
  expect(problems).toEqual([]);
});

test('the app shows the next code when the period of the current code ends', async ({ page, lab }) => {
  const code = page.locator('[data-app] [data-copy]');
  lab.clock.now = 59_000;
  await page.goto('/phone/lee');
  await expect(code).toContainText('287082');
  lab.clock.now = 60_000;
  await expect(code).toContainText('359152');
  lab.clock.now = Date.now();
});

test('a code that the browser cannot copy is selected', async ({ page, lab }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  });
  await deliverSms(lab, '111111');
  await page.goto('/phone/lee');
  await page.getByRole('button', { name: '111111' }).click();
  await expect(page.getByRole('status')).toContainText('It could not be copied.');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('111111');
});

test('a press of the card and a touch of the YubiKey show a code, and the focus remains on the button of the card', async ({
  page,
  problems,
}) => {
  await page.goto('/card/lee');
  const pressButton = page.getByRole('button', { name: 'Press' });
  await pressButton.focus();
  await page.keyboard.press('Enter');
  const display = page.getByRole('status', { name: 'Display' });
  await expect(display).toContainText(/^\d{6}/);
  const firstCode = await display.textContent();
  await page.keyboard.press('Enter');
  await expect(display).not.toHaveText(firstCode ?? '');
  await expect(pressButton).toBeFocused();

  await page.goto('/yubikey/lee');
  const key = page.getByRole('article', { name: 'ccccccbdefgi' });
  const typedOtp = key.getByRole('status', { name: 'What it types' });
  await key.getByRole('button', { name: 'Touch', exact: true }).click();
  await expect(typedOtp).toContainText(/^ccccccbdefgi[cbdefghijklnrtuv]{32}/);
  const otp = await typedOtp.locator('code').textContent();
  await key.getByRole('button', { name: 'Replay the last one' }).click();
  await expect(typedOtp.locator('code')).toHaveText(otp ?? '');
  await expect(key).toContainText('session 1');
  expect(problems).toEqual([]);
});

test('the administrator of the lab issues a temporary code', async ({ page, problems }) => {
  await page.goto('/administrator');
  await page.getByRole('button', { name: 'Issue a code Gildong Hong' }).click();
  await expect(page.getByRole('button', { name: 'NEW-hong' })).toBeVisible();
  expect(problems).toEqual([]);
});

test('a device shows that the connection is lost, and messages arrive afterwards', async ({
  page,
  context,
  lab,
}) => {
  await page.goto('/phone/lee');
  await context.setOffline(true);
  await expect(page.getByRole('alert')).toHaveText('The lab cannot be reached. Trying again.');
  await deliverSms(lab, '111111');
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: '111111' })).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
});

test('a device of the lab opens in a separate window of the size of a phone', async ({ page }) => {
  await page.goto('/');
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Open the phone' }).click();
  const phone = await popup;
  await expect(phone).toHaveURL('/phone/lee');
  expect(await phone.evaluate(() => innerWidth)).toBe(400);
  await expect(phone.getByRole('link', { name: 'Open in a window of its own' })).toBeHidden();
});

/** The paths of the lab's pages. */
const PAGE_PATHS = [
  '/',
  '/phone',
  '/phone/lee',
  '/mailbox/lee',
  '/card/lee',
  '/yubikey/lee',
  '/administrator',
];

test('every page of the lab passes axe in both languages and themes, and fits into 320 px', async ({
  page,
  lab,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await deliverSms(lab, '111111');
  for (const path of PAGE_PATHS) {
    for (const language of ['ko', 'en']) {
      await page.goto(`${path}?lang=${language}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      }
    }
  }
});
