import { expect, type Page } from '@playwright/test';
import { TEST_CONFIG } from '#tests/support/e2e/accounts.ts';
import type { Calls } from '#tests/support/e2e/calls.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import { requestPush } from '#tests/support/e2e/push.ts';
import { qrScreenOf, readQrCode } from '#tests/support/e2e/qr.ts';
import { QR_LIFETIME, qrNumber } from '#wire/qr-login.ts';

/** A test in which `lim` has to enter the password before a push, and `lee` does not. */
const test = base.extend({
  configFile: {
    ...TEST_CONFIG,
    policies: [
      { id: 'gated', users: ['lim'], authType: 'other', methods: ['pw', 'push'] },
      { id: 'free', users: ['lee'], authType: 'otp', methods: ['sms', 'push'] },
    ],
  },
});

/** The beginning of the call that polls a push. */
const POLL_LINE = 'GET /data/sso/mobileapp/push/check/';

/**
 * Returns functions that stop and resume the page, as when the computer sleeps or the browser freezes a hidden tab: time
 * passes, but no script runs and no timer fires.
 */
async function createPageSleep(page: Page) {
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

test('a push that is approved while the page sleeps signs the person in after the page has woken up', async ({
  page,
  person,
  methods,
  devices,
  calls,
  text,
}) => {
  const shownGroups = await requestPush({ person, methods, text }, 'lee');
  await expect.poll(() => pollCount(calls)).toBeGreaterThan(1);
  const { sleep, wake } = await createPageSleep(page);
  await sleep();
  const countBefore = await pollCount(calls);
  await devices.approvePush('lee', shownGroups);
  expect(await devices.pushes('lee')).toEqual([]);
  expect(await pollCount(calls)).toBe(countBefore);
  await wake();
  await person.expectSignedIn('lee');
  expect(await calls.matching('POST /authenticate')).toHaveLength(1);
});

test('a QR code that expires while the page sleeps is replaced with a button', async ({
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

test('a person with a password gate enters the password after an approved QR login', async ({
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
