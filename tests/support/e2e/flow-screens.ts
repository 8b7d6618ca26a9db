import { expect } from '@playwright/test';
import { SPARE_CARDS } from '#server/seed/devices.ts';
import { devicesAt } from '#tests/support/e2e/devices.ts';
import type { OpenScreen, ScreenFixtures } from '#tests/support/e2e/open-screen.ts';
import { type Registration, registrationOf } from '#tests/support/e2e/registration.ts';
import type { TypeCode } from '#wire/type-codes.ts';

const [SPARE_CARD] = SPARE_CARDS;

/** Opens the password reset of `gil`, who can choose between an identity check and a question. */
async function openReset({ person, text }: ScreenFixtures): Promise<void> {
  await person.identify('gil');
  await person.page.getByRole('button', { name: text('password.forgot') }).click();
  await expect(person.page.getByLabel(text('methodSelect.questions'))).toBeVisible();
}

const openQuestion = async (fixtures: ScreenFixtures): Promise<void> => {
  const { person, text } = fixtures;
  await openReset(fixtures);
  await person.page.getByLabel(text('methodSelect.questions')).check();
  await person.button('action.next').click();
  await expect(person.page.getByLabel(text('questions.answer'), { exact: true })).toBeVisible();
};

const openNewPassword = async (fixtures: ScreenFixtures): Promise<void> => {
  const { person, text } = fixtures;
  await openQuestion(fixtures);
  await person.page.getByLabel(text('questions.answer'), { exact: true }).fill('제주도');
  await person.button('action.next').click();
  await expect(person.page.getByLabel(text('passwordSetup.new'), { exact: true })).toBeVisible();
};

const openIdentityCheck = async (fixtures: ScreenFixtures): Promise<void> => {
  const { person, text } = fixtures;
  await openReset(fixtures);
  await person.page.getByLabel(text('methodSelect.selfAuth')).check();
  await person.button('action.next').click();
  await expect(person.heading('title.selfAuth')).toBeVisible();
};

/** Opens the registration of a method from its tile, as `noh`, who has contacts and no device. */
const onRegistration =
  (
    code: TypeCode,
    open: (registration: Registration, fixtures: ScreenFixtures) => Promise<void>,
  ): OpenScreen =>
  async (fixtures) => {
    const { person, text, lab } = fixtures;
    const registration = registrationOf(person, text, devicesAt(lab));
    await person.openIdEntry();
    await person.enterId('noh');
    await registration.tile(code).click();
    await open(registration, fixtures);
  };

type RegistrableCode = '7' | '8' | '9' | '12';

/** Opens the registration of a method, after the password and the identity check. */
const afterIdentityCheck = (
  code: RegistrableCode,
  open?: (registration: Registration, fixtures: ScreenFixtures) => Promise<void>,
): OpenScreen =>
  onRegistration(code, async (registration, fixtures) => {
    await registration.passIdentityCheck('noh');
    await expect(fixtures.person.heading(`title.registration.${code}`)).toBeVisible();
    await open?.(registration, fixtures);
  });

/** The screens that reset, create or change a password, and that register factors. Opening a screen saves nothing. */
export const FLOW_SCREENS: Readonly<Record<string, OpenScreen>> = {
  'reset, choice of the identity check': openReset,
  'reset, identity check': openIdentityCheck,

  'reset, identity check, empty': async (fixtures) => {
    await openIdentityCheck(fixtures);
    await fixtures.person.button('action.next').click();
    await expect(fixtures.person.page.getByText(fixtures.text('info.enter.user'))).toBeVisible();
  },

  'reset, question': openQuestion,
  'reset, new password': openNewPassword,

  'reset, new password, refused': async (fixtures) => {
    const { person, text } = fixtures;
    await openNewPassword(fixtures);
    await person.page.getByLabel(text('passwordSetup.new'), { exact: true }).fill('short');
    await person.page.getByLabel(text('passwordSetup.confirm'), { exact: true }).fill('short');
    await person.button('action.save').click();
    await expect(person.page.getByText(text('info.portal.user.change.failure.invalid'))).toBeVisible();
  },

  'password link, ID entry': async ({ person, lab }) => {
    await person.page.goto(await devicesAt(lab).issuePasswordLink('bong', 'create'));
    await expect(person.heading('title.enterId')).toBeVisible();
  },

  'password link, ID of another person': async ({ person, lab, text }) => {
    await person.page.goto(await devicesAt(lab).issuePasswordLink('bong', 'create'));
    await person.enterId('kim');
    await expect(person.page.getByText(text('explanation.enterID.failure.invalid'))).toBeVisible();
  },

  'password, to be changed': async ({ person }) => {
    await person.identify('seo');
    await person.enterPassword();
    await expect(person.page).toHaveURL('/change');
    await expect(person.button('action.save')).toBeVisible();
  },

  'registration, password': onRegistration('7', ({ field }) => expect(field('password.label')).toBeVisible()),

  'registration, identity check': onRegistration('7', (registration) => registration.enterPassword()),

  'registration, card': afterIdentityCheck('7'),

  'registration, card found': afterIdentityCheck('7', async (registration, { person }) => {
    await registration.field('factor.serialNumber').fill(SPARE_CARD.serial);
    await person.button('action.next').click();
    await expect(registration.field('code.label')).toBeVisible();
  }),

  'registration, Yubikey': afterIdentityCheck('8'),
  'registration, app': afterIdentityCheck('9'),

  'registration, app by SMS': afterIdentityCheck('9', async (registration, { person }) => {
    await registration.chooseAppMethod('sms');
    await expect(person.page.getByRole('timer')).toBeVisible();
  }),

  'registration, app by QR code': afterIdentityCheck('9', async (registration, { person }) => {
    await registration.chooseAppMethod('qrCode');
    await expect(person.button('registerApp.typeInstead')).toBeVisible();
  }),

  'registration, app offline': afterIdentityCheck('9', async (registration, { person, text }) => {
    await registration.chooseAppMethod('offline');
    await expect(person.page.getByLabel(text('registerApp.group', { number: 1 }))).toBeVisible();
  }),

  'registration, passkey': afterIdentityCheck('12'),
};
