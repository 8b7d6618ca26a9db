import { expect, type Page } from '@playwright/test';
import { devicesAt } from '#tests/support/e2e/devices.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import type { TextKey, TextOf } from '#tests/support/e2e/texts.ts';

export const NEW_PASSWORD = 'Sunrise!27-hill';

/** The fixtures of a page on which a person sets a password. */
export type PasswordFixtures = {
  readonly page: Page;
  readonly person: Person;
  readonly text: TextOf;
  readonly lab: string;
};

/** The field whose label is the text with this key. */
export const field = ({ page, text }: PasswordFixtures, key: TextKey) =>
  page.getByLabel(text(key), { exact: true });

/** Enters a new password twice, and saves the password. */
export async function saveNewPassword(fixtures: PasswordFixtures, password = NEW_PASSWORD): Promise<void> {
  await field(fixtures, 'passwordSetup.new').fill(password);
  await field(fixtures, 'passwordSetup.confirm').fill(password);
  await fixtures.person.button('action.save').click();
}

/** The channels of a code in an identity check: the title of the method, and the label of its contact. */
const CHANNELS = {
  sms: { title: 'title.method.1', contact: 'selfAuth.phone' },
  inmail: { title: 'title.method.2', contact: 'selfAuth.internalMail' },
} as const satisfies Record<string, Readonly<Record<string, TextKey>>>;

/** Passes the identity check: enters the contact, then the code that is sent to the contact. */
export async function passIdentityCheck(
  fixtures: PasswordFixtures,
  channel: keyof typeof CHANNELS,
  userId: string,
  contact: string,
  submit: TextKey,
): Promise<void> {
  const { page, person, text, lab } = fixtures;
  await page.getByLabel(text(CHANNELS[channel].title), { exact: true }).check();
  await field(fixtures, CHANNELS[channel].contact).fill(contact);
  await person.button('action.next').click();
  await person.button('otp.send').click();
  await expect(person.button('otp.resend')).toBeVisible();
  await field(fixtures, 'code.label').fill(await devicesAt(lab).newestCode(userId, channel));
  await person.button(submit).click();
}

export const passIdentityCheckByMail = (
  fixtures: PasswordFixtures,
  userId: string,
  mail: string,
  submit: TextKey,
): Promise<void> => passIdentityCheck(fixtures, 'inmail', userId, mail, submit);

/** Opens the password reset from the password screen. */
export async function openReset({ page, person, text }: PasswordFixtures, userId: string): Promise<void> {
  await person.identify(userId);
  await page.getByRole('button', { name: text('password.forgot') }).click();
}
