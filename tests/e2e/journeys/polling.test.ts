import { expect, type Page } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import type { Calls } from '#tests/support/e2e/calls.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import { requestPush } from '#tests/support/e2e/push.ts';
import { qrScreenOf, readQrCode } from '#tests/support/e2e/qr.ts';
import { QR_LIFETIME, qrNumber } from '#wire/qr-login.ts';

/** A test in which `lim` has to enter the password before other methods. */
const test = base.extend({
  configFile: {
    ...TEST_CONFIG,
    policies: [
      { id: 'gated', users: ['lim'], authType: 'other', methods: ['pw', 'push'] },
      { id: 'free', users: ['lee'], authType: 'otp', methods: ['sms', 'push'] },
    ],
  },
});

const POLL_LINE = 'GET /data/sso/mobileapp/push/check/';

/**
 * Returns functions that stop and resume the page, as when the machine sleeps or the browser freezes a hidden tab: no
 * script runs and no timer fires, while time passes.
 */
async function createSleep(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Debugger.enable');
  return {
    async sleep(): Promise<void> {
      const paused = new Promise((resolve) => session.once('Debugger.paused', resolve));
      await session.send('Debugger.pause');
      await paused;
    },
    wake: () => session.send('Debugger.resume'),
  };
}

const pollCount = async (calls: Calls): Promise<number> => (await calls.matching(POLL_LINE)).length;

test('a push that was approved while the page slept signs in when it wakes', async ({
  page,
  person,
  methods,
  devices,
  calls,
  text,
}) => {
  const shownGroups = await requestPush({ person, methods, text }, 'lee');
  await expect.poll(() => pollCount(calls)).toBeGreaterThan(1);
  const { sleep, wake } = await createSleep(page);
  await sleep();
  const polls = await pollCount(calls);
  await devices.approvePush('lee', shownGroups);
  expect(await devices.pushes('lee')).toEqual([]);
  expect(await pollCount(calls)).toBe(polls);
  await wake();
  await person.expectSignedIn('lee');
  expect(await calls.matching('POST /authenticate')).toHaveLength(1);
});

test('a QR code that expired while the page slept is replaced by a button', async ({
  page,
  person,
  text,
  calls,
}) => {
  const qr = qrScreenOf(person, text);
  await page.clock.install();
  await qr.open();
  await page.clock.fastForward(QR_LIFETIME);
  await expect(qr.renewButton).toBeVisible();
  await expect(qr.picture).toHaveCount(0);
  await expect(person.dialog).toHaveCount(0);
  expect(await calls.matching('GET /mobileapp/qr?')).toHaveLength(1);
  await qr.renewButton.click();
  await qr.expectShown();
});

test('an approved QR login of a person with a password gate leads to the password first', async ({
  page,
  person,
  text,
  devices,
  calls,
}) => {
  const qr = qrScreenOf(person, text);
  await qr.open();
  const { qrId } = await devices.scanQr('lim', await readQrCode(page));
  await devices.answerQr('lim', qrId, { number: qrNumber(qrId) });
  await expect(person.heading('title.password')).toBeVisible();
  await expect(page.getByText('lim', { exact: true })).toBeVisible();
  expect(await calls.matching('POST /authenticate')).toEqual([]);
  await person.typePassword('Munjigi!2026');
  await person.button('action.next').click();
  await person.expectSignedIn('lim');
  const [login] = await calls.matching('POST /authenticate');
  expect(login?.body?.['userPassword']).toMatch(new RegExp(`^${qrId}\\|`));
});
