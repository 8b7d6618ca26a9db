import { expect, type Locator } from '@playwright/test';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SPARE_CARDS } from '#server/seed/devices.ts';
import { codeNow } from '#tests/server/methods/device-codes.ts';
import { expectAccessible } from '#tests/support/e2e/accessibility.ts';
import { tabTo } from '#tests/support/e2e/keyboard.ts';
import { expectGoodLayout } from '#tests/support/e2e/layout.ts';
import { readQrCode } from '#tests/support/e2e/qr.ts';
import { test } from '#tests/support/e2e/registration.ts';
import { secondStepScreenOf } from '#tests/support/e2e/second-step.ts';
import { twoSteps } from '#tests/support/server/config-parts.ts';

const [SPARE_CARD] = SPARE_CARDS;
/** The ID under which the lab has a YubiKey without an owner. */
const SPARE_KEY_OWNER = 'nobody';

/** A policy that allows a standard authenticator for the second step and for the identity check of a registration. */
const STANDARD_APP_POLICY = {
  id: 'standard-app',
  users: ['noh'],
  ...twoSteps({ mobileOtp: 1, yubikey: 2 }),
  selfAuth: ['sms', 'mobileOtp'],
  cubeLogin: ['qrCode'],
  management: true,
  appOtp: { standard: true },
};

/** A separate server, since the tests change factors. */
test.use({ configFile: {} });

test('a YubiKey is registered with the keyboard only, also after a reload', async ({
  person,
  page,
  text,
  devices,
  registration,
  secrets,
}) => {
  /** Expects the focus in a field, types into the field and presses Enter. */
  const typeInFocused = async (field: Locator, value: string) => {
    await expect(field).toBeFocused();
    await page.keyboard.type(value);
    await page.keyboard.press('Enter');
  };
  const passCheck = async () => {
    await typeInFocused(person.passwordField, SEED_PASSWORD);
    await expect(person.heading('title.selfAuth')).toBeVisible();
    await expect(person.button('otp.send')).toBeVisible();
    await expect(person.button('otp.send')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(text('otp.sent'))).toBeVisible();
    await typeInFocused(registration.field('code.label'), await devices.newestCode('noh', 'sms'));
  };
  const otpField = registration.field('code.labelYubikey');
  secrets.push(SEED_PASSWORD);
  await page.setViewportSize({ width: 1366, height: 625 });
  await person.openIdEntry();
  await typeInFocused(person.idField, 'noh');
  await expect(registration.tile('8')).toBeVisible();
  await tabTo(page, registration.tile('8'));
  await page.keyboard.press('Enter');
  await passCheck();
  await expect(person.heading('title.registration.8')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(text('remark.interrupted'))).toBeVisible();
  await passCheck();
  await typeInFocused(otpField, await devices.touchYubikey(SPARE_KEY_OWNER));
  await expect(page.getByRole('dialog', { name: text('management.registered') })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(person.heading('title.method.8')).toBeVisible();
  await page.goBack();
  await expect(person.heading('title.chooser')).toBeVisible();
  await registration.tile('8').click();
  await typeInFocused(otpField, await devices.touchYubikey(SPARE_KEY_OWNER));
  await person.expectSignedIn('noh');
});

test('the app is registered with a QR code, then without a network, then as a standard authenticator', async ({
  person,
  page,
  text,
  devices,
  registration,
  secrets,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await person.openIdEntry();
  await person.enterId('noh');
  await registration.tile('9').click();
  await registration.passIdentityCheck('noh');
  await registration.chooseAppMethod('qrCode');
  await expect(page.getByRole('img', { name: text('qr.picture') })).toBeVisible();
  await page.reload();
  await registration.passIdentityCheck('noh');
  await registration.chooseAppMethod('qrCode');
  await expect(page.getByRole('img', { name: text('qr.picture') })).toBeVisible();
  await expectGoodLayout(page);
  await devices.scanQr('noh', await readQrCode(page));
  await registration.expectRegistered();
  await registration.signInByApp('noh');

  await registration.returnWithoutPhone('noh');
  await expect(person.heading('title.chooser')).toBeVisible();
  await page.goto('/first/management?type=9');
  await registration.passIdentityCheck('noh');
  await person.button('holding.replace').click();
  await registration.chooseAppMethod('offline');
  await registration.enterClientKey('noh');
  const ak = await page.getByText(/^[A-Z2-9]{8}$/).innerText();
  const proof = await page.getByText(/^\d{6}$/).innerText();
  expect(await devices.compareOffline('noh', ak)).toBe(proof);
  await person.button('registerApp.same').click();
  await person.button('action.register').click();
  await registration.expectRegistered();
  await registration.signInByApp('noh');

  await registration.returnWithoutPhone('noh');
  await expect(person.heading('title.chooser')).toBeVisible();
  await page.goto('/first/management?type=9');
  await registration.passIdentityCheck('noh');
  await person.button('holding.replace').click();
  await registration.chooseAppMethod('standard');
  await expect(page.getByRole('img', { name: text('qr.picture') })).toBeVisible();
  await expectGoodLayout(page);
  await expectAccessible(page);
  const uri = await readQrCode(page);
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  secrets.push(secret);
  expect((await page.getByText(/^([A-Z2-7]{4} ?){8}$/).innerText()).replaceAll(' ', '')).toBe(secret);
  await devices.scanQr('noh', uri);
  await registration.field('code.label').fill(await devices.appCode('noh'));
  await person.button('action.register').click();
  await registration.expectRegistered();
  await expect(person.heading('title.method.9')).toBeVisible();
  // The current code has already been used, so the next code is entered.
  await registration.field('code.label').fill(codeNow(secret, Date.now(), 1));
  await person.button('action.login').click();
  await person.expectSignedIn('noh');
});

test('a person registers a new phone during the second step after the old phone was lost', async ({
  person,
  page,
  text,
  devices,
  registration,
}) => {
  const secondStep = secondStepScreenOf(person, text);
  await devices.losePhone('park');
  await secondStep.reach('park');
  await person.button('second.register').click();
  await expect(page).toHaveURL('/second/management');
  await person.button('action.previous').click();
  await expect(person.heading('title.second')).toBeVisible();
  await page.goto('/second/management?type=9');
  await registration.passIdentityCheck('park');
  await person.button('holding.replace').click();
  await registration.registerByTypedCode('park');
  await registration.expectRegistered();
  await secondStep.switchTo('9');
  await secondStep.enterCode(await devices.appCode('park'));
  await person.expectSignedIn('park');
});

test('a person without a contact registers a card after an administrator has issued an app link', async ({
  person,
  page,
  text,
  devices,
  registration,
}) => {
  await person.openIdEntry();
  await person.enterId('yoon');
  await registration.tile('7').click();
  await registration.enterPassword();
  await expect(page.getByText(text('info.failure.noMethod'))).toBeVisible();
  await person.button('action.previous').click();
  expect(await devices.connectApp('yoon', await devices.issueAppLink('yoon'))).toEqual([]);
  await page.goto('/first/management?type=7');
  await registration.enterPassword();
  await registration.field('code.label').fill(await devices.appCode('yoon'));
  await person.button('action.register').click();
  await registration.field('factor.serialNumber').fill(SPARE_CARD.serial);
  await person.button('action.next').click();
  await registration.field('code.label').fill(await devices.pressCard('desk-1'));
  await person.button('action.register').click();
  await registration.expectRegistered();
  await registration.field('code.label').fill(await devices.pressCard('desk-1'));
  await person.button('action.login').click();
  await person.expectSignedIn('yoon');
});

test.describe('with a standard authenticator', () => {
  test.use({ configFile: { policies: [STANDARD_APP_POLICY] } });

  test('a person registers the authenticator during a sign-in, and passes an identity check and the second step with its codes', async ({
    person,
    page,
    text,
    devices,
    registration,
    site,
    secrets,
  }) => {
    const secondStep = secondStepScreenOf(person, text);
    const nextCode = async () => {
      // A code is valid once.
      site.advance(30_000);
      await page.clock.fastForward(30_000);
      return devices.appCode('noh');
    };
    await page.clock.install();
    await secondStep.reach('noh');
    await page.goto('/second/management?type=9');
    await registration.passIdentityCheck('noh');
    await registration.chooseAppMethod('standard');
    const uri = await readQrCode(page);
    secrets.push(new URL(uri).searchParams.get('secret') ?? '');
    await devices.scanQr('noh', uri);
    await registration.field('code.label').fill(await devices.appCode('noh'));
    await person.button('action.register').click();
    await registration.expectRegistered();

    await page.goto('/second/management?type=8');
    await registration.enterPassword();
    await page.getByLabel(text('title.method.9'), { exact: true }).check();
    await expectAccessible(page);
    await registration.field('code.label').fill(await nextCode());
    await person.button('action.register').click();
    await expect(person.heading('title.registration.8')).toBeVisible();

    await person.button('action.previous').click();
    await expect(person.heading('title.second')).toBeVisible();
    await secondStep.enterCode(await nextCode());
    await person.expectSignedIn('noh');
  });
});
