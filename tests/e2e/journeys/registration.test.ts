import { expect } from '@playwright/test';
import { SPARE_CARDS } from '#server/seed/devices.ts';
import { addAuthenticator } from '#tests/support/e2e/authenticator.ts';
import { test } from '#tests/support/e2e/registration.ts';

const [SPARE_CARD] = SPARE_CARDS;

/** A separate server, since the tests change factors. */
test.use({ configFile: {} });

test('an OTP card is registered from its tile on the chooser, and the person signs in with it', async ({
  person,
  page,
  devices,
  registration,
}) => {
  await person.openIdEntry();
  await person.enterId('noh');
  await registration.tile('7').click();
  await registration.passIdentityCheck('noh');
  await registration.field('factor.serialNumber').fill('card 00501');
  await person.button('action.next').click();
  await expect(page.getByText(SPARE_CARD.serial, { exact: true })).toBeVisible();
  await registration.field('code.label').fill(await devices.pressCard('desk-1'));
  await person.button('action.register').click();
  await registration.expectRegistered();
  await expect(person.heading('title.method.7')).toBeVisible();
  expect(new URL(page.url()).search).toBe('?type=7');
  await registration.field('code.label').fill(await devices.pressCard('desk-1'));
  await person.button('action.login').click();
  await person.expectSignedIn('noh');
});

test('a passkey is registered from the ID entry, and the person signs in with it', async ({
  person,
  page,
  text,
  lab,
  registration,
}) => {
  const authenticator = await addAuthenticator(page, lab);
  await authenticator.disableSuggestions();
  await person.openIdEntry();
  await person.button('identity.registerPasskey').click();
  await expect(page.getByText(text('remark.registerPasskey'))).toBeVisible();
  await person.enterId('jang');
  await registration.passIdentityCheck('jang');
  await registration.field('factor.name').fill('Laptop');
  await person.button('action.register').click();
  await expect(page.getByRole('dialog', { name: text('management.registered') })).toBeVisible();
  await registration.expectRegistered();
  await expect(person.heading('title.identity')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/first');
  await page.getByLabel(text('identity.modePasskey')).check();
  await person.button('passkey.button').click();
  await person.expectSignedIn('jang');
});

test('the app is registered with a link by SMS, and again with the digits of a registration code', async ({
  person,
  page,
  devices,
  registration,
}) => {
  await person.openIdEntry();
  await person.enterId('noh');
  await registration.tile('9').click();
  await registration.passIdentityCheck('noh');
  await registration.chooseAppMethod('sms');
  await expect(page.getByRole('timer')).toBeVisible();
  expect(await devices.connectApp('noh', await devices.newestLink('noh', 'sms'))).toEqual([]);
  await registration.expectRegistered();
  await registration.signInByApp('noh');

  await registration.returnWithoutPhone('noh');
  await registration.tile('9').click();
  await expect(person.heading('title.method.9')).toBeVisible();
  await page.goto('/first/management?type=9');
  await registration.passIdentityCheck('noh');
  await person.button('holding.replace').click();
  await registration.registerByTypedCode('noh');
  await registration.expectRegistered();
  await registration.signInByApp('noh');
});
