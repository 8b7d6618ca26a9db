import { expect } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { UNTIL_END, UNTIL_WARNING } from '#tests/support/e2e/idle.ts';
import { test as journey } from '#tests/support/e2e/journey.ts';
import { secondScreenOf } from '#tests/support/e2e/second.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';

/**
 * `pass` lets time pass in which nobody touches the page, for page and server alike; `begin` leads to the password of
 * kim, whose calls have all been answered then: an answer that came later would count as use.
 */
const test = journey.extend<{
  readonly pass: (ms: number) => Promise<void>;
  readonly begin: () => Promise<void>;
}>({
  begin: async ({ page, person, text }, use) => {
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

// A server of its own, whose clock is moved.
test.use({ configFile: { ...TEST_CONFIG } });

test('a key press extends the session and keeps the input', async ({ page, person, devices, text, pass }) => {
  const second = secondScreenOf(person, text);
  const question = page.getByRole('dialog', { name: text('session.unused') });
  const field = page.getByRole('textbox');
  await second.reach('park');
  await second.switchTo('9');
  await field.fill('123');
  await pass(UNTIL_WARNING - 60_000);
  await expect(question).toBeHidden();
  await pass(60_000);
  await expect(question).toContainText(/0[12]:\d\d/);
  await expect(person.button('session.keep')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(field).toHaveValue('123');
  await pass(UNTIL_WARNING - 60_000);
  await second.enterCode(await devices.appCode('park'));
  await second.expectAt('1');
  await pass(30_000);
  await second.switchTo('9');
  await second.enterCode(await devices.appCode('park'));
  await person.expectSignedIn('park');
});

test('an unused session expires, and a new sign-in starts', async ({ begin, page, person, text, pass }) => {
  await begin();
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

test('a device that slept shows that the session has expired', async ({ begin, page, text, pass }) => {
  await begin();
  await pass(UNTIL_WARNING + UNTIL_END);
  await expect(page.getByRole('dialog', { name: text('session.expired') })).toBeVisible();
});

test('the warning outlasts a lost network and extends then', async ({ begin, page, person, text, pass }) => {
  const question = page.getByRole('dialog', { name: text('session.unused') });
  await begin();
  await pass(UNTIL_WARNING);
  await page.context().setOffline(true);
  await person.button('session.keep').click();
  await expect(question.getByRole('alert')).toContainText(text('info.failure.unreachable'));
  await page.context().setOffline(false);
  await person.button('session.keep').click();
  await expect(question).toBeHidden();
  await person.enterPassword();
  await person.expectSignedIn('kim');
});

test('activity in one tab closes the warning in the other', async ({ begin, page, text, pass }) => {
  const question = page.getByRole('dialog', { name: text('session.unused') });
  await begin();
  await pass(UNTIL_WARNING);
  await expect(question).toBeVisible();
  const other = await page.context().newPage();
  await other.clock.install({ time: Date.now() + UNTIL_WARNING });
  await other.goto('/login');
  await expect(question).toBeHidden();
});
