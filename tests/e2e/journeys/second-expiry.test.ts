import { expect } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { secondScreenOf } from '#tests/support/e2e/second.ts';
import { storedValues } from '#tests/support/e2e/storage.ts';

// A separate server, whose clock is advanced.
test.use({ configFile: { ...TEST_CONFIG } });

const HOUR = 3_600_000;

test('an expired second token leads to the first step', async ({ page, person, devices, site, text }) => {
  const second = secondScreenOf(person, text);
  // Without channels between tabs the page does not watch the session: it learns of the expiry from the server.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'));
  await page.clock.install();
  await second.reach('park');
  await second.switchTo('9');
  site.advance(HOUR);
  await page.clock.fastForward(HOUR);
  await second.enterCode(await devices.appCode('park'));
  await expect(person.heading('title.password')).toBeVisible();
  await expect(page.getByText(text('remark.policyChanged'))).toBeVisible();
  expect((await storedValues(page)).session?.person).toMatchObject({ userId: 'park', secondToken: '' });
  await person.enterPassword();
  await second.expectAt('1');
});

test('deleted cookies end the second step with an error page', async ({
  page,
  context,
  person,
  devices,
  text,
}) => {
  const second = secondScreenOf(person, text);
  await second.reach('park');
  await second.switchTo('9');
  await context.clearCookies();
  await second.enterCode(await devices.appCode('park'));
  await expect(person.heading('title.session')).toBeVisible();
  await expect(page).toHaveURL('/error?reason=sessionExpired');
  await expect(page.getByText(text('notice.sessionGoneHint'))).toBeVisible();
  const document = page.waitForEvent('domcontentloaded');
  await page.getByRole('main').getByRole('button').click();
  await document;
  await expect(page).toHaveURL('/login');
  await second.reach('park');
  await second.switchTo('9');
  await second.enterCode(await devices.appCode('park'));
  await person.expectSignedIn('park');
});
