import { expect } from '@playwright/test';
import { tabTo } from '#tests/support/e2e/keyboard.ts';
import { refusalText } from '#tests/support/e2e/refusals.ts';
import { SECOND_STEP_CONFIG, secondStepTest as test } from '#tests/support/e2e/second-step-site.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';

// A separate server, whose clock is advanced.
test.use({ configFile: { ...SECOND_STEP_CONFIG } });

/** A time after which a second token has expired. */
const HOUR_MS = 3_600_000;
/** A code that the page must not send (section 5 of the specification). */
const UNSENDABLE_CODE = 'null';

test('Cancel and Back during the second step remove a push from the phone', async ({
  page,
  person,
  secondStep,
  devices,
  calls,
}) => {
  await secondStep.reach('park');
  await secondStep.slot('10').click();
  await expect(secondStep.pushModal).toBeVisible();
  await expect.poll(async () => (await devices.pushes('park')).length).toBe(1);
  await person.button('push.cancel').click();
  await expect(secondStep.pushModal).toHaveCount(0);
  await expect.poll(async () => (await devices.pushes('park')).length).toBe(0);
  expect((await storedValues(page)).session?.person.pending).toBeNull();

  await person.button('push.requestAgain').click();
  await expect(secondStep.pushModal).toBeVisible();
  await page.reload();
  await secondStep.expectAt('10');
  await expect(secondStep.pushModal).toBeVisible();
  expect(await calls.matching('POST /mobileapp/push/')).toHaveLength(2);
  await page.goBack();
  await expect(person.heading('title.password')).toBeVisible();
  await expect.poll(async () => (await devices.pushes('park')).length).toBe(0);
  const withdrawals = await calls.matching('DELETE /data/mobileapp/push/');
  expect(withdrawals.map(({ line }) => line.includes('?'))).toEqual([false, false]);
});

test('a reload of the second step changes neither the token nor the sent code nor the remaining time', async ({
  page,
  person,
  secondStep,
  devices,
  calls,
  language,
}) => {
  await secondStep.reach('park');
  await secondStep.switchTo('2');
  await secondStep.expectSent();
  const { session } = await storedValues(page);
  await page.reload();
  await secondStep.expectAt('2');
  await secondStep.expectSent();
  expect((await storedValues(page)).session?.person.pending).toEqual(session?.person.pending);
  expect(await calls.matching('POST /auth/oauth2/send/inmail')).toHaveLength(1);

  await secondStep.enterCode(UNSENDABLE_CODE);
  expect(await calls.matching('POST /authenticate')).toHaveLength(0);
  const code = await devices.newestCode('park', 'inmail');
  await secondStep.enterCode(code === '123456' ? '654321' : '123456');
  await expect(person.dialog).toContainText(refusalText('005_1', language));
  await person.button('action.ok').click();
  await person.expectSelected(secondStep.codeField);
  await secondStep.enterCode(code);
  await person.expectSignedIn('park');
});

test('the second step restarts with a new second token after the old token has expired', async ({
  page,
  person,
  secondStep,
  devices,
  site,
  text,
}) => {
  await page.clock.install();
  await secondStep.reach('park');
  await secondStep.switchTo('9');
  const { session } = await storedValues(page);
  site.advance(HOUR_MS);
  await page.clock.fastForward(HOUR_MS);
  await secondStep.enterCode(await devices.appCode('park'));
  await secondStep.expectAt('1');
  await expect(page.getByText(text('remark.policyChanged'))).toBeVisible();
  const newToken = (await storedValues(page)).session?.person.secondToken;
  expect(newToken).toMatch(/^[\w-]{43}$/);
  expect(newToken).not.toBe(session?.person.secondToken);
  await secondStep.switchTo('9');
  await secondStep.enterCode(await devices.appCode('park'));
  await person.expectSignedIn('park');
});

test('the second factor can be changed and used with the keyboard only', async ({
  page,
  person,
  secondStep,
  devices,
}) => {
  await secondStep.reach('park');
  await tabTo(page, secondStep.slot('2'));
  await page.keyboard.press('Enter');
  await secondStep.expectAt('2');
  await secondStep.expectSent();
  await expect(secondStep.codeField).toBeFocused();
  await page.keyboard.type(await devices.newestCode('park', 'inmail'));
  await tabTo(page, person.button('action.login'));
  await page.keyboard.press('Space');
  await person.expectSignedIn('park');
});
