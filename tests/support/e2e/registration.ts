import { expect } from '@playwright/test';
import type { AppMethod } from '#machines/shared/registration.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import { methodTitle } from '#tests/support/e2e/methods.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import type { TextKey, TextOf } from '#tests/support/e2e/texts.ts';
import type { TypeCode } from '#wire/type-codes.ts';

/** Page object of the registration of a method. */
export type Registration = ReturnType<typeof registrationOf>;

export function registrationOf(person: Person, text: TextOf, devices: Devices) {
  const field = (key: TextKey) => person.page.getByLabel(text(key), { exact: true });
  /** Enters the password before an identity check. */
  const enterPassword = async (): Promise<void> => {
    await expect(person.heading('title.management')).toBeVisible();
    await person.typePassword(SEED_PASSWORD);
    await person.button('action.next').click();
    await expect(person.heading('title.selfAuth')).toBeVisible();
  };
  const { page } = person;
  /** Chooses how an app is registered. */
  const chooseAppMethod = async (method: AppMethod): Promise<void> => {
    await page.getByRole('radio', { name: text(`registerApp.way.${method}`) }).check();
    await person.button('action.next').click();
  };
  return {
    field,

    enterPassword,

    chooseAppMethod,

    /** Enters the client key of an offline app, and continues to the screen that compares the digits. */
    async enterClientKey(userId: string): Promise<void> {
      const group = page.getByLabel(text('registerApp.group', { number: 1 }));
      await group.fill(await devices.createClientKey(userId));
      await person.button('action.next').click();
    },

    /** Registers the app with the digits of a registration code, which are typed on the phone. */
    async registerByTypedCode(userId: string): Promise<void> {
      await chooseAppMethod('qrCode');
      await person.button('registerApp.typeInstead').click();
      const authCode = await page.getByText(/^(\d{4} ){3}\d{4}$/).innerText();
      const otp = await page.getByText(/^\d{6}$/).innerText();
      expect(await devices.typeAppCode(userId, authCode, otp)).toEqual([]);
    },

    /** Signs in on the screen of the app that has just been registered. */
    async signInByApp(userId: string): Promise<void> {
      await expect(person.heading('title.method.9')).toBeVisible();
      await field('code.label').fill(await devices.appCode(userId));
      await person.button('action.login').click();
      await person.expectSignedIn(userId);
    },

    /** Loses the phone, and opens the chooser as in a new browser. */
    async returnWithoutPhone(userId: string): Promise<void> {
      await devices.losePhone(userId);
      await page.context().clearCookies();
      await person.openIdEntry();
      await person.enterId(userId);
    },

    /** Enters the password, then passes the identity check with a code by SMS or internal mail. */
    async passIdentityCheck(userId: string, channel: 'sms' | 'inmail' = 'sms'): Promise<void> {
      await enterPassword();
      if (channel === 'inmail') await page.getByLabel(text('title.method.2'), { exact: true }).check();
      await person.button('otp.send').click();
      await expect(page.getByText(text('otp.sent'))).toBeVisible();
      await field('code.label').fill(await devices.newestCode(userId, channel));
      await person.button('action.register').click();
    },

    /** The tile of a method on the chooser. */
    tile: (code: TypeCode) =>
      page.getByRole('button', {
        name: new RegExp(`^${text(methodTitle(code)).replaceAll(/[()]/g, '\\$&')}`),
      }),

    /** Expects the dialog about the finished registration, and closes the dialog. */
    async expectRegistered(): Promise<void> {
      const dialog = page.getByRole('dialog', { name: text('management.registered') });
      await dialog.getByRole('button').click();
      await expect(dialog).toBeHidden();
    },
  };
}

/** The test of a journey that registers a method. */
export const test = base.extend<{ readonly registration: Registration }>({
  registration: async ({ person, text, devices }, use) => use(registrationOf(person, text, devices)),
});
