import { expect, type Page } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import { test as journey } from '#tests/support/e2e/journey.ts';
import type { MethodScreens } from '#tests/support/e2e/methods.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import type { WriteText } from '#tests/support/e2e/texts.ts';
import { holdClock } from '#tests/support/e2e/waits.ts';

type Stage = {
  readonly page: Page;
  readonly person: Person;
  readonly methods: MethodScreens;
  readonly text: WriteText;
};

const modalOf = ({ page, text }: Pick<Stage, 'page' | 'text'>) =>
  page.getByRole('dialog', { name: text('push.title') });

const shownIn = (stage: Pick<Stage, 'page' | 'text'>): Promise<string[]> =>
  modalOf(stage).locator('[aria-hidden] > span').allTextContents();

/** From the service to a push that waits; answers the groups on the screen. */
async function request(stage: Stage, userId = 'lim'): Promise<readonly string[]> {
  await stage.methods.reach(userId, 'push');
  await stage.person.button('push.request').click();
  await expect(modalOf(stage)).toBeVisible();
  return shownIn(stage);
}

/** A server of its own, whose clock is moved. */
const test = journey.extend<{ readonly stage: Stage }>({
  configFile: { ...TEST_CONFIG },
  stage: async ({ page, person, methods, text }, use) => use({ page, person, methods, text }),
});

test.beforeEach(({ site }) => {
  // What an earlier test left on the phone is over, and nothing of it counts any more.
  site.advance(10 * 60_000);
});

test('a push that is denied says so, and the next one signs in', async ({ devices, stage }) => {
  await request(stage);
  await devices.denyPush('lim');
  await expect(stage.person.dialog).toBeVisible();
  await stage.person.button('action.ok').click();
  await stage.person.button('push.requestAgain').click();
  await expect(modalOf(stage)).toBeVisible();
  await devices.approvePush('lim', await shownIn(stage));
  await stage.person.isSignedInAs('lim');
});

test('a group that is not on the screen ends the push', async ({ devices, stage }) => {
  await devices.mistakePush('lim', await request(stage));
  await expect(stage.person.dialog).toBeVisible();
  await expect(modalOf(stage)).toHaveCount(0);
});

test('a cancel takes the push off the phone', async ({ devices, calls, stage }) => {
  await request(stage);
  await stage.person.button('push.cancel').click();
  await expect(stage.page.getByText(stage.text('push.cancelled'))).toBeVisible();
  expect(await devices.pushes('lim')).toEqual([]);
  expect(await calls.of('DELETE /data/sso/mobileapp/push/')).toHaveLength(1);
});

test('Back takes the push off the phone', async ({ devices, stage }) => {
  await request(stage);
  await stage.page.goBack();
  await stage.methods.isAtChooser();
  expect(await devices.pushes('lim')).toEqual([]);
});

test('a reload goes on with the push', async ({ devices, calls, stage }) => {
  const shown = await request(stage);
  await stage.page.reload();
  await expect(modalOf(stage)).toBeVisible();
  expect(await shownIn(stage)).toEqual(shown);
  expect(await calls.of('POST /mobileapp/push/')).toHaveLength(1);
  await devices.approvePush('lim', shown);
  await stage.person.isSignedInAs('lim');
});

test('10 s without a network do not end a push', async ({ devices, stage }) => {
  const { page } = stage;
  await page.clock.install();
  const shown = await request(stage);
  await holdClock(page);
  await page.context().setOffline(true);
  await page.clock.runFor(10_000);
  await expect(page.getByText(stage.text('push.cutOff'))).toBeVisible();
  await devices.approvePush('lim', shown);
  await page.context().setOffline(false);
  await page.clock.runFor(1000);
  await page.clock.resume();
  await stage.person.isSignedInAs('lim');
});

test('a push that nobody answers says that its time is over', async ({ stage }) => {
  await stage.page.clock.install();
  await request(stage);
  await stage.page.clock.fastForward(61_000);
  await expect(stage.page.getByText(stage.text('error.auth_error_010_3'))).toBeVisible();
  await expect(modalOf(stage)).toHaveCount(0);
});
