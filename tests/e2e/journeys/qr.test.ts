import { expect } from '@playwright/test';
import { test } from '#tests/support/e2e/journey.ts';
import { qrScreenOf, readQrCode } from '#tests/support/e2e/qr.ts';
import { pauseClock } from '#tests/support/e2e/timers.ts';
import { QR_LIFETIME, qrNumber } from '#wire/qr-login.ts';

test('a QR code after an entered ID cannot be approved by another account', async ({
  page,
  person,
  methods,
  text,
  devices,
}) => {
  const qr = qrScreenOf(person, text);
  await methods.reachChooser('lim');
  await page.goto('/first/auth?type=11');
  await qr.expectShown();
  const firstCode = await readQrCode(page);
  const otherScan = await devices.scanQr('lee', firstCode);
  await devices.answerQr('lee', otherScan.qrId, { number: qrNumber(otherScan.qrId) });
  await expect(person.dialog).toContainText(text('error.auth_error_010_2', { way: 'qr' }));
  await person.button('action.ok').click();
  await expect(qr.renewButton).toBeFocused();
  await qr.renewButton.click();
  await qr.expectShown();
  await expect.poll(() => readQrCode(page)).not.toBe(firstCode);
  const scan = await devices.scanQr('lim', await readQrCode(page));
  await devices.answerQr('lim', scan.qrId, { number: qrNumber(scan.qrId) });
  await person.expectSignedIn('lim');
});

for (const [name, answer, key] of [
  ['a wrong number', { number: '00' }, 'error.auth_error_010'],
  ['a denial', { decline: true }, 'error.auth_error_010_1'],
] as const) {
  test(`${name} on the phone shows a message, after which a new QR code can be requested`, async ({
    page,
    person,
    text,
    devices,
  }) => {
    const qr = qrScreenOf(person, text);
    await qr.open();
    const { qrId } = await devices.scanQr('lim', await readQrCode(page));
    await devices.answerQr('lim', qrId, answer);
    await expect(person.dialog).toContainText(text(key, { way: 'qr' }));
    await person.button('action.ok').click();
    await qr.renewButton.click();
    await qr.expectShown();
    expect((await devices.scanQr('lim', await readQrCode(page))).qrId).not.toBe(qrId);
  });
}

test('an expired QR code disappears, and a button shows a new QR code', async ({
  page,
  person,
  text,
  calls,
}) => {
  const qr = qrScreenOf(person, text);
  await page.clock.install();
  await qr.open();
  await expect(qr.renewButton).toHaveCount(0);
  await page.clock.runFor(QR_LIFETIME);
  await expect(qr.picture).toHaveCount(0);
  await page.clock.runFor(2000);
  const countBefore = (await calls.matching('GET /data/sso/mobileapp/qr/check/')).length;
  await page.clock.runFor(10_000);
  expect((await calls.matching('GET /data/sso/mobileapp/qr/check/')).length).toBe(countBefore);
  await qr.renewButton.click();
  await qr.expectShown();
});

test('a reload shows the QR code again, and Back or the link “use the ID” shows the ID entry', async ({
  page,
  person,
  text,
}) => {
  const qr = qrScreenOf(person, text);
  await qr.open();
  await page.reload();
  await qr.expectShown();
  await page.goBack();
  await expect(person.heading('title.identity')).toBeVisible();
  await person.button('identity.qr').click();
  await qr.expectShown();
  await person.button('qr.useId').click();
  await expect(person.heading('title.identity')).toBeVisible();
});

test('a QR code can be approved after 10 s without a network', async ({ page, person, text, devices }) => {
  const qr = qrScreenOf(person, text);
  await page.clock.install();
  await qr.open();
  await pauseClock(page);
  const code = await readQrCode(page);
  await page.context().setOffline(true);
  await page.clock.runFor(10_000);
  await page.context().setOffline(false);
  const { qrId } = await devices.scanQr('lim', code);
  await devices.answerQr('lim', qrId, { number: qrNumber(qrId) });
  await page.clock.runFor(1000);
  await page.clock.resume();
  await person.expectSignedIn('lim');
});

test('the lab’s scanner reads a QR code from a picture file, and approves the login', async ({
  page,
  person,
  text,
  lab,
  context,
}) => {
  const qr = qrScreenOf(person, text);
  await qr.open();
  const phone = await context.newPage();
  await phone.goto(`${lab}/phone/lim/scan`);
  const buffer = await qr.picture.screenshot();
  await phone.locator('[data-picture]').setInputFiles({ name: 'qr.png', mimeType: 'image/png', buffer });
  const number = (await page.locator('main strong').textContent()) ?? '';
  await phone.getByRole('button', { name: number, exact: true }).click();
  await expect(phone.locator('.note')).toBeVisible();
  await person.expectSignedIn('lim');
});
