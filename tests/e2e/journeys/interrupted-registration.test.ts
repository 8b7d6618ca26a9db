import { expect } from '@playwright/test';
import { SPARE_CARDS } from '#server/seed/devices.ts';
import { test } from '#tests/support/e2e/registration.ts';
import type { TypeCode } from '#wire/type-codes.ts';

const [SPARE_CARD] = SPARE_CARDS;
const DAY_MS = 24 * 60 * 60_000;

/** A policy that allows only security keys to sign in, although an identity check needs only the password and a code. */
const KEYS_ONLY_POLICY = {
  id: 'keys',
  users: ['lee'],
  authType: 'otp',
  methods: ['yubikey', 'fido2Token'],
  selfAuth: ['sms', 'internalMail'],
  cubeLogin: ['sms'],
  management: true,
};

/** A separate server, whose clock is advanced, with its own policy. */
test.use({
  configFile: {
    policies: [KEYS_ONLY_POLICY],
    limits: { sends: { perAccount: 100, perAddress: 100, perSession: 100 } },
  },
});

test('a reload cancels a registration and shows a message', async ({ person, page, text, registration }) => {
  /** Opens the registration of a factor type, takes some steps and reloads the page. */
  const interrupt = async (code: TypeCode, takeSteps: () => Promise<void>) => {
    await page.goto(`/first/management?type=${code}`);
    await registration.passIdentityCheck('noh', 'inmail');
    await takeSteps();
    await page.reload();
    await expect(page.getByText(text('remark.interrupted'))).toBeVisible();
    await expect(person.heading('title.management')).toBeVisible();
  };
  await person.openIdEntry();
  await person.enterId('noh');
  await expect(registration.tile('7')).toBeVisible();

  await interrupt('7', async () => {
    await registration.field('factor.serialNumber').fill(SPARE_CARD.serial);
    await person.button('action.next').click();
    await expect(registration.field('code.label')).toBeVisible();
  });
  await interrupt('12', () => registration.field('factor.name').fill('Laptop'));
  await interrupt('9', async () => {
    await registration.chooseAppMethod('sms');
    await expect(page.getByRole('timer')).toBeVisible();
  });
  await interrupt('9', async () => {
    await registration.chooseAppMethod('offline');
    await registration.enterClientKey('noh');
    await expect(page.getByText(/^[A-Z2-9]{8}$/)).toBeVisible();
  });

  await person.button('action.previous').click();
  await expect(person.heading('title.chooser')).toBeVisible();
  for (const code of ['7', '9', '12'] as const) {
    await expect(registration.tile(code)).toHaveAccessibleDescription(text('chooser.notSetUp'));
  }
});

test('a person who signs in with security keys has to sign in before the registration of a YubiKey', async ({
  person,
  page,
  text,
  devices,
  registration,
}) => {
  const openManagement = async () => {
    await person.openIdEntry();
    await person.enterId('lee');
    await expect(registration.tile('8')).toBeVisible();
    await page.goto('/first/management?type=8');
  };
  await openManagement();
  await expect(page.getByText(text('registration.tooWeak'))).toBeVisible();
  await person.button('management.signIn').click();
  await registration.tile('8').click();
  await registration.field('code.labelYubikey').fill(await devices.touchYubikey('lee'));
  await person.button('action.login').click();
  await registration.passIdentityCheck('lee', 'inmail');
  await expect(person.button('holding.replace')).toBeVisible();
});

test('an expired password link shows a message, from which the person can go to the ID entry', async ({
  person,
  page,
  text,
  devices,
  site,
}) => {
  const link = await devices.issuePasswordLink('gil', 'change');
  site.advance(DAY_MS + 1000);
  await page.goto(link);
  await person.enterId('gil');
  await expect(page.getByText(text('explanation.enterID.failure.expired'))).toBeVisible();
  await person.button('urlPassword.leave').click();
  await expect(person.heading('title.identity')).toBeVisible();
});
