import { expect } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { UNTIL_END, UNTIL_WARNING } from '#tests/support/e2e/idle.ts';
import { test as journey } from '#tests/support/e2e/journey.ts';
import { secondScreenOf } from '#tests/support/e2e/second.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';

/**
 * `pass` advances the clocks of page and server; `reachPassword` leads to the password screen of kim and waits until its
 * calls have been answered: a later answer would count as use.
 */
const test = journey.extend<{
  readonly pass: (ms: number) => Promise<void>;
  readonly reachPassword: () => Promise<void>;
}>({
  reachPassword: async ({ page, person, text }, use) => {
    await use(async () => {
      await person.identify('kim');
      await expect(page.getByText(text('password.forgot'))).toBeVisible();
    });
  },
  pass: async ({ page, site }, use) => {
    await page.clock.install();
    await use(async (ms) => {
      site.advance(ms);
      await page.clock.fastForward(ms);
    });
  },
});

// A separate server, whose clock the tests advance.
test.use({ configFile: { ...TEST_CONFIG } });

test('a key press in the warning extends the session, and the input stays', async ({
  page,
  person,
  devices,
  text,
  pass,
}) => {
  const second = secondScreenOf(person, text);
  const warning = page.getByRole('dialog', { name: text('session.unused') });
  const field = page.getByRole('textbox');
  await second.reach('park');
  await second.switchTo('9');
  await field.fill('123');
  await pass(UNTIL_WARNING - 60_000);
  await expect(warning).toBeHidden();
  await pass(60_000);
  await expect(warning).toContainText(/0[12]:\d\d/);
  await expect(person.button('session.keep')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(warning).toBeHidden();
  await expect(field).toHaveValue('123');
  await pass(UNTIL_WARNING - 60_000);
  await second.enterCode(await devices.appCode('park'));
  await second.expectAt('1');
  await pass(30_000);
  await second.switchTo('9');
  await second.enterCode(await devices.appCode('park'));
  await person.expectSignedIn('park');
});

test('an unused session expires, and a new sign-in starts', async ({
  reachPassword,
  page,
  person,
  text,
  pass,
}) => {
  await reachPassword();
  await pass(UNTIL_WARNING);
  await expect(page.getByRole('dialog', { name: text('session.unused') })).toBeVisible();
  await pass(UNTIL_END);
  await expect(page.getByRole('dialog', { name: text('session.expired') })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect((await storedValues(page)).session?.person.userId).toBe('');
  await person.button('session.leave').click();
  await person.enterId('kim');
  await person.enterPassword();
  await person.expectSignedIn('kim');
});

test('a device that slept until the session expired shows that it has expired', async ({
  reachPassword,
  page,
  text,
  pass,
}) => {
  await reachPassword();
  await pass(UNTIL_WARNING + UNTIL_END);
  await expect(page.getByRole('dialog', { name: text('session.expired') })).toBeVisible();
});

test('the session can be extended from the warning after a lost network', async ({
  reachPassword,
  page,
  person,
  text,
  pass,
}) => {
  const warning = page.getByRole('dialog', { name: text('session.unused') });
  await reachPassword();
  await pass(UNTIL_WARNING);
  await page.context().setOffline(true);
  await person.button('session.keep').click();
  await expect(warning.getByRole('alert')).toContainText(text('info.failure.unreachable'));
  await page.context().setOffline(false);
  await person.button('session.keep').click();
  await expect(warning).toBeHidden();
  await person.enterPassword();
  await person.expectSignedIn('kim');
});

test('activity in one tab closes the warning in the other', async ({ reachPassword, page, text, pass }) => {
  const warning = page.getByRole('dialog', { name: text('session.unused') });
  await reachPassword();
  await pass(UNTIL_WARNING);
  await expect(warning).toBeVisible();
  const other = await page.context().newPage();
  await other.clock.install({ time: Date.now() + UNTIL_WARNING });
  await other.goto('/login');
  await expect(warning).toBeHidden();
});
