import { expect } from '@playwright/test';
import { CODE_LIFETIME, CODE_WARNING } from '#machines/sent-code/sent-code.setup.ts';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { refusalText } from '#tests/support/e2e/refusals.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';

// A separate server, whose clock is advanced.
test.use({ configFile: { ...TEST_CONFIG } });

test('no second code is sent after a reload, after Back or after a return from the chooser', async ({
  page,
  person,
  methods,
  devices,
  calls,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await methods.reach('sent', 'sms');
  await expect(person.button('otp.send')).toBeFocused();
  const { y: fieldTopBefore } = (await methods.codeField.boundingBox()) ?? {};
  await methods.sendCode();
  const timerBox = await methods.timer.boundingBox();
  const fieldBox = await methods.codeField.boundingBox();
  expect(fieldBox?.y, 'sending moves nothing').toBe(fieldTopBefore);
  expect(timerBox?.y, 'the timer is inside the field').toBeGreaterThan(fieldBox?.y ?? Number.NaN);
  expect(timerBox?.y).toBeLessThan((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0));
  const { session } = await storedValues(page);
  const pending = session?.person.pending;
  expect(pending).toMatchObject({ tokenCode: '1', validUntil: expect.any(Number) });

  await page.reload();
  await methods.expectAt('1');
  await methods.expectSent();
  await page.goBack();
  await methods.expectChooser();
  await page.goForward();
  await methods.expectSent();
  await methods.changeMethod.click();
  await methods.expectChooser();
  await methods.choose('sms');
  await methods.expectSent();
  expect((await storedValues(page)).session?.person.pending).toEqual(pending);
  expect(await calls.matching('POST /auth/oauth2/send')).toHaveLength(1);

  await methods.enterCode(await devices.newestCode('sent', 'sms'));
  await person.expectSignedIn('sent');
});

test('a code that is sent automatically is sent only once', async ({
  page,
  person,
  methods,
  devices,
  calls,
  language,
}) => {
  await person.openIdEntry();
  await person.enterId('jang');
  await methods.expectAt('1');
  await methods.expectSent();
  const otherLanguage = language === 'ko' ? 'English' : '한국어';
  await page.getByRole('button', { name: otherLanguage }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'ko' ? 'en' : 'ko');
  await page.getByRole('button', { name: language === 'ko' ? '한국어' : 'English' }).click();
  await methods.expectSent();
  await page.reload();
  await methods.expectSent();
  await page.goBack();
  await expect(person.heading('title.identity')).toBeVisible();
  await page.goForward();
  await methods.expectSent();
  expect(await calls.matching('POST /auth/oauth2/send')).toHaveLength(1);
  await methods.enterCode(await devices.newestCode('jang', 'sms'));
  await person.expectSignedIn('jang');
});

test('sending again restarts the timer and replaces the code', async ({
  page,
  person,
  methods,
  devices,
  language,
}) => {
  await methods.reach('sent', 'privateMail');
  await methods.sendCode();
  const firstCode = await devices.newestCode('sent', 'exmail');
  const validUntilBefore = (await storedValues(page)).session?.person.pending?.validUntil ?? 0;
  const recipient = await page.getByText('@mail.example').boundingBox();
  const resendButton = await person.button('otp.resend').boundingBox();
  expect(recipient?.y, 'the button is beside the contact').toBeLessThan(
    (resendButton?.y ?? 0) + (resendButton?.height ?? 0),
  );
  expect(resendButton?.y).toBeLessThan((recipient?.y ?? 0) + (recipient?.height ?? 0));
  await person.button('otp.resend').click();
  await expect
    .poll(async () => (await storedValues(page)).session?.person.pending?.validUntil)
    .toBeGreaterThan(validUntilBefore);
  const secondCode = await devices.newestCode('sent', 'exmail');
  if (firstCode !== secondCode) {
    await methods.enterCode(firstCode);
    await methods.expectRefused(refusalText('005_1', language));
  }
  await methods.enterCode(secondCode);
  await person.expectSignedIn('sent');
});

test('an expired code is refused, and a new code can be sent', async ({
  page,
  person,
  methods,
  devices,
  site,
  text,
  language,
}) => {
  await page.clock.install();
  const advanceClocks = async (ms: number) => {
    site.advance(ms);
    await page.clock.fastForward(ms);
  };
  await methods.reach('sent', 'sms');
  await methods.sendCode();
  const code = await devices.newestCode('sent', 'sms');
  await advanceClocks(CODE_LIFETIME - CODE_WARNING);
  await expect(page.getByText(text('otp.ending'))).toBeVisible();
  await advanceClocks(CODE_WARNING);
  await expect(page.getByText(text('otp.expired'))).toBeVisible();
  await expect(methods.timer).toHaveCount(0);
  await methods.enterCode(code);
  await methods.expectRefused(refusalText('005_3', language));
  await person.button('otp.resend').click();
  await methods.expectSent();
  await methods.enterCode(await devices.newestCode('sent', 'sms'));
  await person.expectSignedIn('sent');
});
