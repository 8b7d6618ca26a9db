import { expect, type Locator, type Page } from '@playwright/test';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SPARE_CARDS } from '#server/seed/devices.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { tabBackTo, tabTo } from '#tests/support/e2e/keyboard.ts';
import { passkeysOf } from '#tests/support/e2e/passkeys.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import { readPicture } from '#tests/support/e2e/qr.ts';
import { test as base, type Registration } from '#tests/support/e2e/registration.ts';
import type { WriteText } from '#tests/support/e2e/texts.ts';

const [COUNTING] = SPARE_CARDS;
const NEW_PASSWORD = 'Sunrise!27-hill';

type Keys = {
  /** Types into a field, which Tab reaches where it has not the focus yet, and sends it. */
  readonly enter: (field: Locator, typed: string) => Promise<void>;
  readonly press: (control: Locator, key?: 'Enter' | 'Space') => Promise<void>;
  /** The password once more, then the identity check by SMS. */
  readonly prove: (userId: string) => Promise<void>;
  /** From the service to a tile of the chooser, which is pressed. */
  readonly choose: (userId: string, tile: Locator) => Promise<void>;
};

const hasFocus = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === document.activeElement);

const pressIn =
  (page: Page) =>
  async (control: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> => {
    await expect(control).toBeVisible();
    if (!(await hasFocus(control))) await tabTo(page, control);
    await page.keyboard.press(key);
  };

/** Journeys of which no step takes a mouse. */
const test = base.extend<{ readonly keys: Keys; readonly registration: Registration }>({
  configFile: {},
  keys: async ({ page, person, devices, registration, text, secrets }, use) => {
    secrets.push(SEED_PASSWORD, NEW_PASSWORD);
    const press = pressIn(page);
    const enter = async (field: Locator, typed: string) => {
      await expect(field).toBeVisible();
      if (!(await hasFocus(field))) await tabTo(page, field);
      await page.keyboard.type(typed);
      await page.keyboard.press('Enter');
    };
    await use({
      enter,
      press,
      prove: async (userId) => {
        await expect(person.heading('title.management')).toBeVisible();
        await enter(person.passwordField, SEED_PASSWORD);
        await expect(person.heading('title.selfAuth')).toBeVisible();
        await expect(person.button('otp.send')).toBeVisible();
        await tabBackTo(page, person.button('otp.send'));
        await page.keyboard.press('Enter');
        await expect(page.getByText(text('otp.sent'))).toBeVisible();
        await enter(registration.field('code.label'), await devices.newestCode(userId, 'sms'));
      },
      choose: async (userId, tile) => {
        await person.askToSignIn();
        await enter(person.idField, userId);
        await press(tile);
      },
    });
  },
});

test('an OTP card is registered and signs in', async ({ keys, page, person, devices, registration }) => {
  await keys.choose('noh', registration.tile('7'));
  await keys.prove('noh');
  await keys.enter(registration.field('factor.serialNumber'), 'card 00501');
  await expect(page.getByText(COUNTING.serial, { exact: true })).toBeVisible();
  await keys.enter(registration.field('code.label'), await devices.pressCard('desk-1'));
  await keys.press(page.getByRole('dialog').getByRole('button'));
  await expect(person.heading('title.method.7')).toBeVisible();
  await keys.enter(registration.field('code.label'), await devices.pressCard('desk-1'));
  await person.isSignedInAs('noh');
});

test('a passkey is registered from the ID entry and signs in', async ({
  keys,
  page,
  person,
  text,
  lab,
  registration,
}) => {
  const passkeys = await passkeysOf(page, lab);
  await passkeys.areUnsuggested();
  await person.askToSignIn();
  await keys.press(person.button('identity.registerPasskey'));
  await keys.enter(person.idField, 'jang');
  await keys.prove('jang');
  await keys.enter(registration.field('factor.name'), 'Laptop');
  const registered = page.getByRole('dialog', { name: text('management.registered') });
  await expect(registered).toBeVisible();
  await keys.press(registered.getByRole('button'));
  await expect(person.heading('title.identity')).toBeVisible();
  await tabBackTo(page, page.getByLabel(text('identity.modeId')));
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel(text('identity.modePasskey'))).toBeChecked();
  await keys.press(person.button('passkey.button'), 'Space');
  await person.isSignedInAs('jang');
});

/** What a person and the phone do, once the way is chosen, until the app is registered. */
type Connecting = {
  readonly keys: Keys;
  readonly page: Page;
  readonly person: Person;
  readonly text: WriteText;
  readonly devices: Devices;
};

type AppWay = {
  readonly name: string;
  /** How many ways stand above it. */
  readonly below: number;
  readonly connect: (connecting: Connecting) => Promise<void>;
};

const APP_WAYS: readonly AppWay[] = [
  {
    name: 'by the link of an SMS',
    below: 0,
    async connect({ page, devices }) {
      await expect(page.getByRole('timer')).toBeVisible();
      expect(await devices.connectApp('noh', await devices.newestLink('noh', 'sms'))).toEqual([]);
    },
  },
  {
    name: 'by its picture',
    below: 1,
    async connect({ page, text, devices }) {
      await expect(page.getByRole('img', { name: text('qr.picture') })).toBeVisible();
      await devices.scanQr('noh', await readPicture(page));
    },
  },
  {
    name: 'by digits',
    below: 1,
    async connect({ keys, page, person, devices }) {
      await keys.press(person.button('registerApp.typeInstead'));
      const authCode = await page.getByText(/^(\d{4} ){3}\d{4}$/).innerText();
      const otp = await page.getByText(/^\d{6}$/).innerText();
      expect(await devices.typeAppCode('noh', authCode, otp)).toEqual([]);
    },
  },
  {
    name: 'offline',
    below: 2,
    async connect({ keys, page, person, text, devices }) {
      const group = page.getByLabel(text('registerApp.group', { number: 1 }));
      await keys.enter(group, await devices.clientKey('noh'));
      const ak = await page.getByText(/^[A-Z2-9]{8}$/).innerText();
      const proof = await page.getByText(/^\d{6}$/).innerText();
      expect(await devices.compareOffline('noh', ak)).toBe(proof);
      await keys.press(person.button('action.register'));
    },
  },
];

for (const { name, below, connect } of APP_WAYS) {
  test.describe(`the app is registered ${name}`, () => {
    // A server where nobody has registered it.
    test.use({ configFile: {} });

    test('and its code signs in', async ({ keys, page, person, text, devices, registration }) => {
      await keys.choose('noh', registration.tile('9'));
      await keys.prove('noh');
      await tabTo(page, page.getByRole('radio', { name: text('registerApp.way.sms') }));
      for (let presses = 0; presses < below; presses += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await connect({ keys, page, person, text, devices });
      await keys.press(page.getByRole('dialog', { name: text('management.registered') }).getByRole('button'));
      await expect(person.heading('title.method.9')).toBeVisible();
      await keys.enter(registration.field('code.label'), await devices.appCode('noh'));
      await person.isSignedInAs('noh');
    });
  });
}

test('an expired password is changed, and the login goes on', async ({
  keys,
  page,
  person,
  registration,
}) => {
  await person.askToSignIn();
  await keys.enter(person.idField, 'seo');
  await keys.enter(person.passwordField, SEED_PASSWORD);
  await expect(page).toHaveURL('/change');
  await keys.enter(registration.field('passwordSetup.new'), NEW_PASSWORD);
  await keys.enter(registration.field('passwordSetup.confirm'), NEW_PASSWORD);
  await person.isSignedInAs('seo');
});

test('a passkey is renamed and a card removed, each with the focus at what was done', async ({
  keys,
  page,
  person,
  text,
  lab,
  registration,
}) => {
  const passkeys = await passkeysOf(page, lab);
  await passkeys.make('lee');
  await passkeys.answers(false);
  await keys.choose('lee', person.button('chooser.manage'));
  await keys.prove('lee');
  const item = (title: string) =>
    page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: new RegExp(`^${title}( · |$)`) }) });
  const passkey = item(text('factor.kind.12'));
  await keys.press(passkey.getByRole('button', { name: text('factors.rename') }));
  await expect(registration.field('factors.newName')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await keys.enter(registration.field('factors.newName'), 'Blue key');
  await expect(passkey.getByRole('heading', { name: `${text('factor.kind.12')} · Blue key` })).toBeVisible();

  const card = item(text('factor.kind.7'));
  const remove = card.getByRole('button', { name: text('factors.remove') });
  await keys.press(remove);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: text('action.cancel') })).toBeFocused();
  await tabBackTo(page, dialog.getByRole('button', { name: text('factors.remove') }));
  await page.keyboard.press('Enter');
  await expect(card).toHaveCount(0);
  await expect(page.getByText(text('factors.removed'))).toBeVisible();
  await expect(page.locator(':focus')).toBeVisible();
  await keys.press(person.button('action.previous'));
  await expect(person.heading('title.chooser')).toBeVisible();
});
