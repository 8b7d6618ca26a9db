import { expect } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test as journey } from '#tests/support/e2e/journey.ts';
import { groupsOn, type PushStage, pushModalOf, requestPush } from '#tests/support/e2e/push.ts';
import { passTime, pauseClock } from '#tests/support/e2e/timers.ts';

/** A server of its own, whose clock is moved. */
const test = journey.extend<{ readonly stage: PushStage }>({
  configFile: { ...TEST_CONFIG },
  stage: async ({ person, methods, text }, use) => use({ person, methods, text }),
});

test.beforeEach(({ site }) => {
  // What an earlier test left on the phone is over, and nothing of it counts any more.
  site.advance(10 * 60_000);
});

test('a push that is denied says so, and the next one signs in', async ({ devices, stage }) => {
  await requestPush(stage);
  await devices.denyPush('lim');
  await expect(stage.person.dialog).toBeVisible();
  await stage.person.button('action.ok').click();
  await stage.person.button('push.requestAgain').click();
  await expect(pushModalOf(stage)).toBeVisible();
  await devices.approvePush('lim', await groupsOn(stage));
  await stage.person.expectSignedIn('lim');
});

test('a group that is not on the screen ends the push', async ({ devices, stage }) => {
  await devices.pickWrongGroup('lim', await requestPush(stage));
  await expect(stage.person.dialog).toBeVisible();
  await expect(pushModalOf(stage)).toHaveCount(0);
});

test('a cancel takes the push off the phone', async ({ devices, calls, stage }) => {
  await requestPush(stage);
  await stage.person.button('push.cancel').click();
  await expect(stage.person.page.getByText(stage.text('push.cancelled'))).toBeVisible();
  await expect.poll(() => devices.pushes('lim')).toEqual([]);
  expect(await calls.matching('DELETE /data/sso/mobileapp/push/')).toHaveLength(1);
});

test('Back takes the push off the phone', async ({ devices, stage }) => {
  await requestPush(stage);
  await stage.person.page.goBack();
  await stage.methods.expectChooser();
  await expect.poll(() => devices.pushes('lim')).toEqual([]);
});

test('a reload goes on with the push', async ({ devices, calls, stage }) => {
  const shown = await requestPush(stage);
  await stage.person.page.reload();
  await expect(pushModalOf(stage)).toBeVisible();
  expect(await groupsOn(stage)).toEqual(shown);
  expect(await calls.matching('POST /mobileapp/push/')).toHaveLength(1);
  await devices.approvePush('lim', shown);
  await stage.person.expectSignedIn('lim');
});

test('10 s without a network do not end a push', async ({ devices, stage }) => {
  const { page } = stage.person;
  await page.clock.install();
  const shown = await requestPush(stage);
  await pauseClock(page);
  await page.context().setOffline(true);
  await page.clock.runFor(10_000);
  await expect(page.getByText(stage.text('push.cutOff'))).toBeVisible();
  await devices.approvePush('lim', shown);
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
