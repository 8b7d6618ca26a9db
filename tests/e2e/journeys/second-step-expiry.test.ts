import { expect } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { secondStepScreenOf } from '#tests/support/e2e/second-step.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';

// A separate server, whose clock is advanced.
test.use({ configFile: { ...TEST_CONFIG } });

/** A time after which a second token has expired. */
const HOUR_MS = 3_600_000;

test('an expired second token returns the person to the first step', async ({
  page,
  person,
  devices,
  site,
  text,
}) => {
  const secondStep = secondStepScreenOf(person, text);
  // Without a BroadcastChannel the page does not watch the session, so the server's answer reports the expiry.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'));
  await page.clock.install();
  await secondStep.reach('park');
  await secondStep.switchTo('9');
  site.advance(HOUR_MS);
  await page.clock.fastForward(HOUR_MS);
  await secondStep.enterCode(await devices.appCode('park'));
  await expect(person.heading('title.password')).toBeVisible();
  await expect(page.getByText(text('remark.policyChanged'))).toBeVisible();
  expect((await storedValues(page)).session?.person).toMatchObject({ userId: 'park', secondToken: '' });
  await person.enterPassword();
  await secondStep.expectAt('1');
});

test('the second step shows an error page after the cookies were deleted', async ({
  page,
  context,
  person,
  devices,
  text,
}) => {
  const secondStep = secondStepScreenOf(person, text);
  await secondStep.reach('park');
  await secondStep.switchTo('9');
  await context.clearCookies();
  await secondStep.enterCode(await devices.appCode('park'));
  await expect(person.heading('title.session')).toBeVisible();
  await expect(page).toHaveURL('/error?reason=sessionExpired');
  await expect(page.getByText(text('notice.sessionGoneHint'))).toBeVisible();
  const documentLoaded = page.waitForEvent('domcontentloaded');
  await page.getByRole('main').getByRole('button').click();
  await documentLoaded;
  await expect(page).toHaveURL('/login');
  await secondStep.reach('park');
  await secondStep.switchTo('9');
  await secondStep.enterCode(await devices.appCode('park'));
  await person.expectSignedIn('park');
});
