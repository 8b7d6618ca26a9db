import { expect } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { UNTIL_END, UNTIL_WARNING } from '#tests/support/e2e/idle.ts';
import { test as journey } from '#tests/support/e2e/journey.ts';
import { secondStepScreenOf } from '#tests/support/e2e/second-step.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';

/**
 * `advanceClocks` advances the clocks of page and server. `reachPassword` goes to the password screen of kim, and waits until
 * the calls of the screen have been answered, since a later answer would count as use.
 */
const test = journey.extend<{
  readonly advanceClocks: (ms: number) => Promise<void>;
  readonly reachPassword: () => Promise<void>;
}>({
  reachPassword: async ({ page, person, text }, use) => {
    await use(async () => {
      await person.identify('kim');
      await expect(page.getByText(text('password.forgot'))).toBeVisible();
    });
  },
  advanceClocks: async ({ page, site }, use) => {
    await page.clock.install();
    await use(async (ms) => {
      site.advance(ms);
      await page.clock.fastForward(ms);
    });
  },
});

// A separate server, whose clock the tests advance.
test.use({ configFile: { ...TEST_CONFIG } });

test('a key press in the warning extends the session, and the typed input remains', async ({
  page,
  person,
  devices,
  text,
  advanceClocks,
}) => {
  const secondStep = secondStepScreenOf(person, text);
  const warning = page.getByRole('dialog', { name: text('session.unused') });
  const field = page.getByRole('textbox');
  await secondStep.reach('park');
  await secondStep.switchTo('9');
  await field.fill('123');
  await advanceClocks(UNTIL_WARNING - 60_000);
  await expect(warning).toBeHidden();
  await advanceClocks(60_000);
  await expect(warning).toContainText(/0[12]:\d\d/);
  await expect(person.button('session.keep')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(warning).toBeHidden();
  await expect(field).toHaveValue('123');
  await advanceClocks(UNTIL_WARNING - 60_000);
  await secondStep.enterCode(await devices.appCode('park'));
  await secondStep.expectAt('1');
  await advanceClocks(30_000);
  await secondStep.switchTo('9');
  await secondStep.enterCode(await devices.appCode('park'));
  await person.expectSignedIn('park');
});

test('an unused session expires after a warning, and the person can sign in again', async ({
  reachPassword,
  page,
  person,
  text,
  advanceClocks,
}) => {
  await reachPassword();
  await advanceClocks(UNTIL_WARNING);
  await expect(page.getByRole('dialog', { name: text('session.unused') })).toBeVisible();
  await advanceClocks(UNTIL_END);
  await expect(page.getByRole('dialog', { name: text('session.expired') })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  expect((await storedValues(page)).session?.person.userId).toBe('');
  await person.button('session.leave').click();
  await person.enterId('kim');
  await person.enterPassword();
  await person.expectSignedIn('kim');
});

test('a page shows that its session has expired during a sleep of the device', async ({
  reachPassword,
  page,
  text,
  advanceClocks,
}) => {
  await reachPassword();
  await advanceClocks(UNTIL_WARNING + UNTIL_END);
  await expect(page.getByRole('dialog', { name: text('session.expired') })).toBeVisible();
});

test('the session can be extended in the warning after the network was lost', async ({
  reachPassword,
  page,
  person,
  text,
  advanceClocks,
}) => {
  const warning = page.getByRole('dialog', { name: text('session.unused') });
  await reachPassword();
  await advanceClocks(UNTIL_WARNING);
  await page.context().setOffline(true);
  await person.button('session.keep').click();
  await expect(warning.getByRole('alert')).toContainText(text('info.failure.unreachable'));
  await page.context().setOffline(false);
  await person.button('session.keep').click();
  await expect(warning).toBeHidden();
  await person.enterPassword();
  await person.expectSignedIn('kim');
});

test('activity in one tab closes the warning in another tab', async ({
  reachPassword,
  page,
  text,
  advanceClocks,
}) => {
  const warning = page.getByRole('dialog', { name: text('session.unused') });
  await reachPassword();
  await advanceClocks(UNTIL_WARNING);
  await expect(warning).toBeVisible();
  const otherTab = await page.context().newPage();
  await otherTab.clock.install({ time: Date.now() + UNTIL_WARNING });
  await otherTab.goto('/login');
  await expect(warning).toBeHidden();
});
