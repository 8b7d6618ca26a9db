import { expect, type Page } from '@playwright/test';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import { test } from '#tests/support/e2e/journey.ts';

const SMS: Channel = 'sms';

const fullWidth = (digits: string): string =>
  [...digits].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');

async function paste(page: Page, value: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), value);
  await page.keyboard.press('ControlOrMeta+V');
}

type Typing = readonly [string, (page: Page, code: string) => Promise<void>];

const TYPINGS: readonly Typing[] = [
  ['pasted with spaces', (page, code) => paste(page, ` ${code.slice(0, 3)} ${code.slice(3)}\n`)],
  ['pasted with a hyphen', (page, code) => paste(page, `${code.slice(0, 3)}-${code.slice(3)}`)],
  ['in full-width digits', (page, code) => page.keyboard.insertText(fullWidth(code))],
];

test('a code counts as it is pasted or typed, and Enter sends it', async ({
  page,
  context,
  person,
  methods,
  devices,
}) => {
  for (const [name, type] of TYPINGS) {
    await test.step(name, async () => {
      await methods.reach('sent', 'sms');
      await expect(methods.codeField).toHaveAttribute('autocomplete', 'one-time-code');
      await expect(methods.codeField).toHaveAttribute('inputmode', 'numeric');
      await methods.sendCode();
      const code = await devices.newestCode('sent', SMS);
      await type(page, code);
      await expect(methods.codeField).toHaveValue(code);
      await page.keyboard.press('Enter');
      await person.isSignedInAs('sent');
      await context.clearCookies();
    });
  }
});

test('a temporary code has letters, and is taken in small ones and in groups', async ({
  page,
  person,
  methods,
  devices,
}) => {
  await methods.reach('kwon', 'emergencyCode');
  await expect(methods.codeField).toHaveAttribute('inputmode', 'text');
  const code = await devices.issueEmergencyCode('kwon');
  await page.keyboard.type(`${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase());
  await page.keyboard.press('Enter');
  await person.isSignedInAs('kwon');
});

test('a key types its code and Enter, and nobody else has to press anything', async ({
  page,
  person,
  methods,
  devices,
  calls,
}) => {
  await methods.reach('lee', 'yubikey');
  await expect(methods.codeField).toBeFocused();
  await page.keyboard.type(`${await devices.touchYubikey('lee')}\n`);
  await person.isSignedInAs('lee');
  expect(await calls.of('POST /authenticate')).toHaveLength(1);
});

test('the empty field is told on each screen, and nothing is sent', async ({
  page,
  methods,
  text,
  calls,
}) => {
  await methods.reachChooser('lee');
  for (const [type, message] of [
    ['0', 'info.enter.otp.alert'],
    ['1', 'info.enter.otp.alert'],
    ['7', 'info.enter.otp.alert'],
    ['8', 'info.portal.auth.yubikey'],
  ] as const) {
    await page.goto(`/first/auth?type=${type}`);
    await methods.enterCode('  ');
    await expect(page.getByRole('alert').filter({ hasText: text(message) })).toBeVisible();
    await expect(methods.codeField).toBeFocused();
    await expect(methods.codeField).toHaveAttribute('aria-invalid', 'true');
  }
  expect(await calls.of('POST /authenticate')).toEqual([]);
});

test("a code with the text 'null' is silently not sent", async ({
  page,
  person,
  methods,
  devices,
  calls,
}) => {
  await methods.reach('lee', 'otpCard');
  await methods.enterCode('12null');
  await expect(methods.codeField).toBeEnabled();
  await methods.changeMethod.click();
  await methods.choose('yubikey');
  await methods.enterCode(`ccccccbdefghnull${'c'.repeat(28)}`);
  await expect(methods.codeField).toHaveValue('');
  await methods.changeMethod.click();
  await methods.choose('sms');
  await methods.enterCode('null');
  await expect(methods.codeField).toHaveValue('null');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await calls.of('POST /authenticate')).toEqual([]);
  await methods.changeMethod.click();
  await methods.choose('otpCard');
  await methods.enterCode(await devices.pressCard('lee'));
  await person.isSignedInAs('lee');
  expect(await calls.of('POST /authenticate')).toHaveLength(1);
});

test('what a key has typed in Hangul is offered in Latin letters', async ({
  page,
  person,
  methods,
  devices,
  text,
}) => {
  await methods.reach('lee', 'yubikey');
  await page.keyboard.insertText('ㅊ'.repeat(65));
  await expect(page.getByText(text('code.hangul'))).toHaveCount(0);

  await methods.codeField.fill('');
  const otp = await devices.touchYubikey('lee');
  await page.keyboard.insertText(inHangul(otp));
  await page.getByRole('button', { name: text('code.hangulReplaceLong') }).click();
  await expect(methods.codeField).toHaveValue(otp);
  await expect(methods.codeField).toBeFocused();
  await page.keyboard.press('Enter');
  await person.isSignedInAs('lee');
});

/** The letters of the two-set Korean keyboard on the keys of modhex, each left uncombined. */
const HANGUL_KEYS: Readonly<Record<string, string>> = {
  c: 'ㅊ',
  b: 'ㅠ',
  d: 'ㅇ',
  e: 'ㄷ',
  f: 'ㄹ',
  g: 'ㅎ',
  h: 'ㅗ',
  i: 'ㅑ',
  j: 'ㅓ',
  k: 'ㅏ',
  l: 'ㅣ',
  n: 'ㅜ',
  r: 'ㄱ',
  t: 'ㅅ',
  u: 'ㅕ',
  v: 'ㅍ',
};

function inHangul(keys: string): string {
  return [...keys].map((key) => HANGUL_KEYS[key] ?? key).join('');
}
