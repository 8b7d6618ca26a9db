import { expect } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test as journey } from '#tests/support/e2e/journey.ts';
import { groupsOn, type PushStage, pushModalOf, requestPush } from '#tests/support/e2e/push.ts';
import { passTime, pauseClock } from '#tests/support/e2e/timers.ts';

/** A test with a separate server, whose clock is advanced. */
const test = journey.extend<{ readonly stage: PushStage }>({
  configFile: { ...TEST_CONFIG },
  stage: async ({ person, methods, text }, use) => use({ person, methods, text }),
});

test.beforeEach(({ site }) => {
  // Pushes of earlier tests have expired, and their refusals no longer count.
  site.advance(10 * 60_000);
});

test('a denied push shows a message, and the next push signs in', async ({ devices, stage }) => {
  await requestPush(stage);
  await devices.denyPush('lim');
  await expect(stage.person.dialog).toBeVisible();
  await stage.person.button('action.ok').click();
  await stage.person.button('push.requestAgain').click();
  await expect(pushModalOf(stage)).toBeVisible();
  await devices.approvePush('lim', await groupsOn(stage));
  await stage.person.expectSignedIn('lim');
});

test('the choice of a group that the portal does not show ends the push', async ({ devices, stage }) => {
  await devices.pickWrongGroup('lim', await requestPush(stage));
  await expect(stage.person.dialog).toBeVisible();
  await expect(pushModalOf(stage)).toHaveCount(0);
});

test('cancelling removes the push from the phone', async ({ devices, calls, stage }) => {
  await requestPush(stage);
  await stage.person.button('push.cancel').click();
  await expect(stage.person.page.getByText(stage.text('push.cancelled'))).toBeVisible();
  await expect.poll(() => devices.pushes('lim')).toEqual([]);
  expect(await calls.matching('DELETE /data/sso/mobileapp/push/')).toHaveLength(1);
});

test('Back removes the push from the phone', async ({ devices, stage }) => {
  await requestPush(stage);
  await stage.person.page.goBack();
  await stage.methods.expectChooser();
  await expect.poll(() => devices.pushes('lim')).toEqual([]);
});

test('a push continues after a reload', async ({ devices, calls, stage }) => {
  const shownGroups = await requestPush(stage);
  await stage.person.page.reload();
  await expect(pushModalOf(stage)).toBeVisible();
  expect(await groupsOn(stage)).toEqual(shownGroups);
  expect(await calls.matching('POST /mobileapp/push/')).toHaveLength(1);
  await devices.approvePush('lim', shownGroups);
  await stage.person.expectSignedIn('lim');
});

test('a push can be approved after 10 s without a network', async ({ devices, stage }) => {
  const { page } = stage.person;
  await page.clock.install();
  const shownGroups = await requestPush(stage);
  await pauseClock(page);
  await page.context().setOffline(true);
  await page.clock.runFor(10_000);
  await expect(page.getByText(stage.text('push.cutOff'))).toBeVisible();
  await devices.approvePush('lim', shownGroups);
  await page.context().setOffline(false);
  await page.clock.runFor(1000);
  await page.clock.resume();
  await stage.person.expectSignedIn('lim');
});

test('an unanswered push expires with a message', async ({ stage, site }) => {
  await stage.person.page.clock.install();
  await requestPush(stage);
  await passTime(site, [stage.person.page], 61_000);
  await expect(
    stage.person.page.getByText(stage.text('error.auth_error_010_3', { way: 'push' })),
  ).toBeVisible();
  await expect(pushModalOf(stage)).toHaveCount(0);
});
