import { expect } from '@playwright/test';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { type PhoneApp, test } from '#tests/support/e2e/phone-app.ts';
import { type PushFixtures, pushIdGroups, pushModalOf, requestPush } from '#tests/support/e2e/push.ts';
import { passTime } from '#tests/support/e2e/timers.ts';

/** The lifetime of a push in seconds. The test advances the clock by this time, and the clock of a phone's call may differ by 60 s. */
const PUSH_SECONDS = 50;

/** A separate server, since the tests change factors. */
test.use({ configFile: { push: { seconds: PUSH_SECONDS } } });

/** Presses the group of characters that the portal shows. */
async function chooseShownGroup({ page }: PhoneApp, fixtures: PushFixtures): Promise<void> {
  const groupButtons = page
    .getByRole('group', { name: fixtures.text('phone.request.choose') })
    .getByRole('button');
  await expect(groupButtons).toHaveCount(4);
  await groupButtons.filter({ hasText: new RegExp((await pushIdGroups(fixtures)).join('|')) }).click();
}

/** Clears the storage of the app, as a browser may do. */
const clearStorage = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const deleting = indexedDB.deleteDatabase('munjigi-phone');
    deleting.onsuccess = () => resolve();
    deleting.onerror = () => reject(deleting.error);
  });

test('a phone recovers from cleared storage, an expired push and a lost answer', async ({
  person,
  methods,
  devices,
  text,
  phone,
  site,
}) => {
  const fixtures = { person, methods, text };
  await phone.page.goto(await devices.issueAppLink('lim'));
  await phone.press('phone.register');
  await phone.waitForCode('lim');
  await phone.page.evaluate(clearStorage);
  await phone.page.reload();
  await expect(phone.page.getByText(text('phone.wiped'))).toBeVisible();
  await phone.page.goto(await devices.issueAppLink('lim'));
  await phone.press('phone.register');
  await phone.waitForCode('lim');

  const pages = [phone.page, person.page];
  for (const { clock } of pages) await clock.install();
  await requestPush(fixtures);
  await expect(phone.heading('phone.request.login')).toBeVisible();
  await expect(phone.page.getByRole('timer')).toBeVisible();
  await passTime(site, pages, (PUSH_SECONDS + 1) * 1000);
  await expect(phone.page.getByText(text('phone.notice.expired'))).toBeVisible();
  await expect(pushModalOf(fixtures)).toBeHidden();
  await expect(person.page.getByText(text('error.auth_error_010_3', { way: 'push' }))).toBeVisible();
  await expect(person.page.getByText(text('push.appGone'))).toBeVisible();
  await expectAccessible(person.page);
  await person.button('chooser.manage').click();
  await expect(person.heading('title.management')).toBeVisible();

  await requestPush(fixtures);
  await expect(phone.heading('phone.request.login')).toBeVisible();
  await phone.context.setOffline(true);
  await chooseShownGroup(phone, fixtures);
  await expect(phone.page.getByRole('dialog')).toContainText(text('phone.failure.unreachable'));
  await phone.context.setOffline(false);
  await phone.press('phone.ok');
  await chooseShownGroup(phone, fixtures);
  await expect(phone.page.getByText(text('phone.notice.approved'))).toBeVisible();
  await person.expectSignedIn('lim');
});
