import { expect } from '@playwright/test';
import { SPARE_CARDS } from '#server/seed/devices.ts';
import { devicesAt } from '#tests/support/e2e/devices.ts';
import { type Registration, registrationOf } from '#tests/support/e2e/registration.ts';
import type { Open, Stage } from '#tests/support/e2e/stage.ts';
import type { TypeCode } from '#wire/token-codes.ts';

const [COUNTING] = SPARE_CARDS;

/** The password of `gil` is forgotten; both ways of proving who it is are open. */
async function forget({ person, text }: Stage): Promise<void> {
  await person.identify('gil');
  await person.page.getByRole('button', { name: text('password.forgot') }).click();
  await expect(person.page.getByLabel(text('methodSelect.questions'))).toBeVisible();
}

const onAnswer = async (stage: Stage): Promise<void> => {
  const { person, text } = stage;
  await forget(stage);
  await person.page.getByLabel(text('methodSelect.questions')).check();
  await person.button('action.next').click();
  await expect(person.page.getByLabel(text('questions.answer'), { exact: true })).toBeVisible();
};

const onNewPassword = async (stage: Stage): Promise<void> => {
  const { person, text } = stage;
  await onAnswer(stage);
  await person.page.getByLabel(text('questions.answer'), { exact: true }).fill('제주도');
  await person.button('action.next').click();
  await expect(person.page.getByLabel(text('passwordSetup.new'), { exact: true })).toBeVisible();
};

const onIdentityCheck = async (stage: Stage): Promise<void> => {
  const { person, text } = stage;
  await forget(stage);
  await person.page.getByLabel(text('methodSelect.selfAuth')).check();
  await person.button('action.next').click();
  await expect(person.heading('title.selfAuth')).toBeVisible();
};

/** The registration of `noh`, who has contacts and no device, from the tile of a method. */
const onRegistration =
  (code: TypeCode, show: (registration: Registration, stage: Stage) => Promise<void>): Open =>
  async (stage) => {
    const { person, text, lab } = stage;
    const registration = registrationOf(person, text, devicesAt(lab));
    await person.askToSignIn();
    await person.enterId('noh');
    await registration.tile(code).click();
    await show(registration, stage);
  };

type Registered = '7' | '8' | '9' | '12';

/** The screen of a method after the password and the identity check. */
const onProved = (
  code: Registered,
  show?: (registration: Registration, stage: Stage) => Promise<void>,
): Open =>
  onRegistration(code, async (registration, stage) => {
    await registration.prove('noh');
    await expect(stage.person.heading(`title.registration.${code}`)).toBeVisible();
    await show?.(registration, stage);
  });

/** Passwords that are reset, made and changed, and factors that are registered; nothing is saved. */
export const FLOW_SCREENS: Readonly<Record<string, Open>> = {
  'reset, how': forget,
  'reset, identity check': onIdentityCheck,

  'reset, identity check, empty': async (stage) => {
    await onIdentityCheck(stage);
    await stage.person.button('action.next').click();
    await expect(stage.person.page.getByText(stage.text('info.enter.user'))).toBeVisible();
  },

  'reset, question': onAnswer,
  'reset, new password': onNewPassword,

  'reset, new password, refused': async (stage) => {
    const { person, text } = stage;
    await onNewPassword(stage);
    await person.page.getByLabel(text('passwordSetup.new'), { exact: true }).fill('short');
    await person.page.getByLabel(text('passwordSetup.confirm'), { exact: true }).fill('short');
    await person.button('action.save').click();
    await expect(person.page.getByText(text('info.portal.user.change.failure.invalid'))).toBeVisible();
  },

  'link, ID': async ({ person, lab }) => {
    await person.page.goto(await devicesAt(lab).issuePasswordLink('bong', 'create'));
    await expect(person.heading('title.enterId')).toBeVisible();
  },

  'link, not theirs': async ({ person, lab, text }) => {
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

  'registration, identity check': onRegistration('7', (registration) => registration.typePassword()),

  'registration, card': onProved('7'),

  'registration, card found': onProved('7', async (registration, { person }) => {
    await registration.field('factor.serialNumber').fill(COUNTING.serial);
    await person.button('action.next').click();
    await expect(registration.field('code.label')).toBeVisible();
  }),

  'registration, Yubikey': onProved('8'),
  'registration, app': onProved('9'),

  'registration, app by SMS': onProved('9', async (registration, { person }) => {
    await registration.chooseWay('sms');
    await expect(person.page.getByRole('timer')).toBeVisible();
  }),

  'registration, app by QR code': onProved('9', async (registration, { person }) => {
    await registration.chooseWay('qrCode');
    await expect(person.button('registerApp.typeInstead')).toBeVisible();
  }),

  'registration, app offline': onProved('9', async (registration, { person, text }) => {
    await registration.chooseWay('offline');
    await expect(person.page.getByLabel(text('registerApp.group', { number: 1 }))).toBeVisible();
  }),

  'registration, passkey': onProved('12'),
};
