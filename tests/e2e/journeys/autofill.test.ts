import { expect, type Locator } from '@playwright/test';
import { METHOD_CODES } from '#machines/shared/methods.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { methodTitle } from '#tests/support/e2e/methods.ts';
import { routeCode, TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';
import { decodeUserPassword } from '#wire/user-password.ts';

/** Fills an input like a password manager: sets the value directly, then sends events to the page. */
const autofill = (field: Locator, text: string): Promise<void> =>
  field.evaluate((input: HTMLInputElement, value) => {
    input.focus();
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }, text);

test('a password manager can fill in the ID and the password, and finds the ID to which the password belongs', async ({
  page,
  person,
  secrets,
}) => {
  secrets.push(SEED_PASSWORD);
  await person.openIdEntry();
  await expect(person.idField).toHaveAttribute('autocomplete', /\busername\b/);
  await autofill(person.idField, 'kim');
  await page.keyboard.press('Enter');
  await expect(person.heading('title.password')).toBeVisible();
  await expect(page.locator('form input[autocomplete=username]')).toHaveValue('kim');
  await expect(person.passwordField).toHaveAttribute('autocomplete', 'current-password');
  await autofill(person.passwordField, SEED_PASSWORD);
  await page.keyboard.press('Enter');
  await person.expectSignedIn('kim');
});

const DIGITS = [' 123 456 ', '123456'] as const;

/** The text that is filled into the input of each method, and the code that is sent. */
const CODE_INPUTS: readonly (readonly [TypeCode, readonly [text: string, sentCode: string]])[] = [
  [TYPE_CODES.emergency, ['HANB IT27', 'HANBIT27']],
  ...(['1', '2', '3', '4', '5', '6'] as const).map((code) => [code, DIGITS] as const),
  [METHOD_CODES.otpCard, DIGITS],
  [METHOD_CODES.yubikey, [` ${'ｃ'.repeat(12)} ${'b'.repeat(32)}\n`, `${'c'.repeat(12)}${'b'.repeat(32)}`]],
  [METHOD_CODES.mobileOtp, DIGITS],
];

test('autofill fills in the code of each method, and Enter sends the code', async ({
  page,
  person,
  methods,
  calls,
}) => {
  await page.route('**/authenticate', (route) =>
    route.fulfill({ status: 400, json: { status: 400, errCode: '005_1', message: 'no' } }),
  );
  await methods.reachChooser('lee');
  for (const [code, [text, sentCode]] of CODE_INPUTS) {
    await test.step(code, async () => {
      await methods.open(`/first/auth?type=${routeCode(code)}`);
      await expect(person.heading(methodTitle(code))).toBeVisible();
      await expect(methods.codeField).toHaveCount(1);
      await expect(methods.codeField).toHaveAttribute('autocomplete', code === '8' ? 'off' : 'one-time-code');
      await autofill(methods.codeField, text);
      await page.keyboard.press('Enter');
      await methods.expectRefused('no');
      const login = (await calls.matching('POST /authenticate')).at(-1);
      expect(decodeUserPassword(login?.body?.['userPassword'] ?? '')).toMatchObject({
        secret: sentCode,
        tokenCode: code,
      });
    });
  }
});
