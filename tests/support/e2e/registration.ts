import { expect } from '@playwright/test';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { methodTitle } from '#tests/support/e2e/methods.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import type { TextKey, WriteText } from '#tests/support/e2e/texts.ts';
import type { TokenCode } from '#wire/token-codes.ts';

/** What a person does between the wish to register and the screen of it. */
export type Registration = ReturnType<typeof registrationOf>;

/** The management screens of a person at a page. */
export function registrationOf(person: Person, text: WriteText, devices: Devices) {
  const field = (key: TextKey) => person.page.getByLabel(text(key), { exact: true });
  /** The password once more. */
  const typePassword = async (): Promise<void> => {
    await expect(person.heading('title.management')).toBeVisible();
    await person.typePassword(SEED_PASSWORD);
    await person.button('action.next').click();
    await expect(person.heading('title.selfAuth')).toBeVisible();
  };
  return {
    field,

    typePassword,

    /** The password once more, then the identity check by SMS or internal mail. */
    async prove(userId: string, channel: 'sms' | 'inmail' = 'sms'): Promise<void> {
      await typePassword();
      if (channel === 'inmail') await person.page.getByLabel(text('title.method.2'), { exact: true }).check();
      await person.button('otp.send').click();
      await expect(person.page.getByText(text('otp.sent'))).toBeVisible();
      await field('code.label').fill(await devices.newestCode(userId, channel));
      await person.button('action.register').click();
    },

    /** The tile of a method on the chooser. */
    tile: (code: TokenCode) =>
      person.page.getByRole('button', {
        name: new RegExp(`^${text(methodTitle(code)).replaceAll(/[()]/g, '\\$&')}`),
      }),

    /** The success is told, and OK leads on. */
    async isRegistered(): Promise<void> {
      const dialog = person.page.getByRole('dialog', { name: text('management.registered') });
      await dialog.getByRole('button').click();
      await expect(dialog).toBeHidden();
    },
  };
}
