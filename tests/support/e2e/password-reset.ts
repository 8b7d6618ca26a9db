import { expect, type Page } from '@playwright/test';
import { devicesAt } from '#tests/support/e2e/devices.ts';
import type { Person } from '#tests/support/e2e/person.ts';
import type { TextKey, WriteText } from '#tests/support/e2e/texts.ts';

export const NEW_PASSWORD = 'Sunrise!27-hill';

/** A page with its person, where a password is set. */
export type PasswordStage = {
  readonly page: Page;
  readonly person: Person;
  readonly text: WriteText;
  readonly lab: string;
};

/** A field of the page by its label. */
export const field = ({ page, text }: PasswordStage, key: TextKey) =>
  page.getByLabel(text(key), { exact: true });

/** Chooses a new password and saves it. */
export async function chooseAndSave(stage: PasswordStage, password = NEW_PASSWORD): Promise<void> {
  await field(stage, 'passwordSetup.new').fill(password);
  await field(stage, 'passwordSetup.confirm').fill(password);
  await stage.person.button('action.save').click();
}

const WAYS = {
  sms: { title: 'title.method.1', contact: 'selfAuth.phone' },
  inmail: { title: 'title.method.2', contact: 'selfAuth.internalMail' },
} as const satisfies Record<string, Readonly<Record<string, TextKey>>>;

/** The identity check: the contact, then the code that goes there. */
export async function proveBy(
  stage: PasswordStage,
  way: keyof typeof WAYS,
  userId: string,
  contact: string,
  submit: TextKey,
): Promise<void> {
  const { page, person, text, lab } = stage;
  await page.getByLabel(text(WAYS[way].title), { exact: true }).check();
  await field(stage, WAYS[way].contact).fill(contact);
  await person.button('action.next').click();
  await person.button('otp.send').click();
  await expect(person.button('otp.resend')).toBeVisible();
  await field(stage, 'code.label').fill(await devicesAt(lab).newestCode(userId, way));
  await person.button(submit).click();
}

export const proveByMail = (
  stage: PasswordStage,
  userId: string,
  mail: string,
  submit: TextKey,
): Promise<void> => proveBy(stage, 'inmail', userId, mail, submit);

/** From the password screen to the reset. */
export async function forget({ page, person, text }: PasswordStage, userId: string): Promise<void> {
  await person.identify(userId);
  await page.getByRole('button', { name: text('password.forgot') }).click();
}
