import { expect } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test as journey } from '#tests/support/e2e/journey.ts';
import { type PushFixtures, pushIdGroups, pushModalOf, requestPush } from '#tests/support/e2e/push.ts';
import { passTime, pauseClock } from '#tests/support/e2e/timers.ts';

/** A test with a separate server, whose clock is advanced. */
const test = journey.extend<{ readonly fixtures: PushFixtures }>({
  configFile: { ...TEST_CONFIG },
  fixtures: async ({ person, methods, text }, use) => use({ person, methods, text }),
});

test.beforeEach(({ site }) => {
  // Pushes of earlier tests have then expired, and their denials no longer count.
  site.advance(10 * 60_000);
});

test('a denied push shows a message, and the person signs in with the next push', async ({
  devices,
  fixtures,
}) => {
  await requestPush(fixtures);
  await devices.denyPush('lim');
  await expect(fixtures.person.dialog).toBeVisible();
  await fixtures.person.button('action.ok').click();
  await fixtures.person.button('push.requestAgain').click();
  await expect(pushModalOf(fixtures)).toBeVisible();
  await devices.approvePush('lim', await pushIdGroups(fixtures));
  await fixtures.person.expectSignedIn('lim');
});

test('a push ends when the phone chooses a group of characters that the portal does not show', async ({
  devices,
  fixtures,
}) => {
  await devices.pickWrongGroup('lim', await requestPush(fixtures));
  await expect(fixtures.person.dialog).toBeVisible();
  await expect(pushModalOf(fixtures)).toHaveCount(0);
});

test('cancelling a push removes the push from the phone', async ({ devices, calls, fixtures }) => {
  await requestPush(fixtures);
  await fixtures.person.button('push.cancel').click();
  await expect(fixtures.person.page.getByText(fixtures.text('push.cancelled'))).toBeVisible();
  await expect.poll(() => devices.pushes('lim')).toEqual([]);
  expect(await calls.matching('DELETE /data/sso/mobileapp/push/')).toHaveLength(1);
});

test('Back during a push removes the push from the phone', async ({ devices, fixtures }) => {
  await requestPush(fixtures);
  await fixtures.person.page.goBack();
  await fixtures.methods.expectChooser();
  await expect.poll(() => devices.pushes('lim')).toEqual([]);
});

test('a push continues after a reload', async ({ devices, calls, fixtures }) => {
  const shownGroups = await requestPush(fixtures);
  await fixtures.person.page.reload();
  await expect(pushModalOf(fixtures)).toBeVisible();
  expect(await pushIdGroups(fixtures)).toEqual(shownGroups);
  expect(await calls.matching('POST /mobileapp/push/')).toHaveLength(1);
  await devices.approvePush('lim', shownGroups);
  await fixtures.person.expectSignedIn('lim');
});

test('a push can be approved after 10 s without a network', async ({ devices, fixtures }) => {
  const { page } = fixtures.person;
  await page.clock.install();
  const shownGroups = await requestPush(fixtures);
  await pauseClock(page);
  await page.context().setOffline(true);
  await page.clock.runFor(10_000);
  await expect(page.getByText(fixtures.text('push.cutOff'))).toBeVisible();
  await devices.approvePush('lim', shownGroups);
  await page.context().setOffline(false);
  await page.clock.runFor(1000);
  await page.clock.resume();
  await fixtures.person.expectSignedIn('lim');
});

test('an unanswered push expires with a message', async ({ fixtures, site }) => {
  await fixtures.person.page.clock.install();
  await requestPush(fixtures);
  await passTime(site, [fixtures.person.page], 61_000);
  await expect(
    fixtures.person.page.getByText(fixtures.text('error.auth_error_010_3', { way: 'push' })),
  ).toBeVisible();
  await expect(pushModalOf(fixtures)).toHaveCount(0);
});
