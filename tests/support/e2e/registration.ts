import { expect } from '@playwright/test';
import type { AppMethod } from '#machines/shared/registration.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { test as base } from '#tests/support/e2e/journey.ts';
import { methodTitle } from '#tests/support/e2e/methods.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import type { TextKey, WriteText } from '#tests/support/e2e/texts.ts';
import type { TypeCode } from '#wire/token-codes.ts';

/** What a person does between the wish to register and the screen of it. */
export type Registration = ReturnType<typeof registrationOf>;

/** The management screens of a person at a page. */
export function registrationOf(person: Person, text: WriteText, devices: Devices) {
  const field = (key: TextKey) => person.page.getByLabel(text(key), { exact: true });
  /** The password for an identity check. */
  const typePassword = async (): Promise<void> => {
    await expect(person.heading('title.management')).toBeVisible();
    await person.typePassword(SEED_PASSWORD);
    await person.button('action.next').click();
    await expect(person.heading('title.selfAuth')).toBeVisible();
  };
  const { page } = person;
  /** Goes one of the ways in which an app is registered. */
  const chooseWay = async (way: AppMethod): Promise<void> => {
    await page.getByRole('radio', { name: text(`registerApp.way.${way}`) }).check();
    await person.button('action.next').click();
  };
  return {
    field,

    typePassword,

    chooseWay,

    /** Types the client key of an app that is registered offline, and goes on to what is compared. */
    async enterClientKey(userId: string): Promise<void> {
      const group = page.getByLabel(text('registerApp.group', { number: 1 }));
      await group.fill(await devices.clientKey(userId));
      await person.button('action.next').click();
    },

    /** Registers the app by digits that are typed on the phone. */
    async typeOnPhone(userId: string): Promise<void> {
      await chooseWay('qrCode');
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

    /** Another browser, whose person has lost the phone, at the chooser. */
    async comeWithoutPhone(userId: string): Promise<void> {
      await devices.losePhone(userId);
      await page.context().clearCookies();
      await person.askToSignIn();
      await person.enterId(userId);
    },

    /** The password once more, then the identity check by SMS or internal mail. */
    async prove(userId: string, channel: 'sms' | 'inmail' = 'sms'): Promise<void> {
      await typePassword();
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

    /** The success is told, and OK leads on. */
    async expectRegistered(): Promise<void> {
      const dialog = page.getByRole('dialog', { name: text('management.registered') });
      await dialog.getByRole('button').click();
      await expect(dialog).toBeHidden();
    },
  };
}

/** The test of a journey of registering. */
export const test = base.extend<{ readonly registration: Registration }>({
  registration: async ({ person, text, devices }, use) => use(registrationOf(person, text, devices)),
});
