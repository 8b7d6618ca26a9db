import { expect, type Page } from '@playwright/test';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import { test } from '#tests/support/e2e/journey.ts';

const SMS: Channel = 'sms';

/** Converts digits to full-width digits. */
const fullWidth = (digits: string): string =>
  [...digits].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join('');

async function paste(page: Page, value: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((content) => navigator.clipboard.writeText(content), value);
  await page.keyboard.press('ControlOrMeta+V');
}

/** A name, and a function that enters a code. */
type InputMethod = readonly [string, (page: Page, code: string) => Promise<void>];

const INPUT_METHODS: readonly InputMethod[] = [
  ['pasted with spaces', (page, code) => paste(page, ` ${code.slice(0, 3)} ${code.slice(3)}\n`)],
  ['pasted with a hyphen', (page, code) => paste(page, `${code.slice(0, 3)}-${code.slice(3)}`)],
  ['in full-width digits', (page, code) => page.keyboard.insertText(fullWidth(code))],
];

test('a code can be pasted with spaces or a hyphen and typed in full-width digits, and Enter sends it', async ({
  page,
  context,
  person,
  methods,
  devices,
}) => {
  for (const [name, enterCode] of INPUT_METHODS) {
    await test.step(name, async () => {
      await methods.reach('sent', 'sms');
      await expect(methods.codeField).toHaveAttribute('autocomplete', 'one-time-code');
      await expect(methods.codeField).toHaveAttribute('inputmode', 'numeric');
      await methods.sendCode();
      const code = await devices.newestCode('sent', SMS);
      await enterCode(page, code);
      await expect(methods.codeField).toHaveValue(code);
      await page.keyboard.press('Enter');
      await person.expectSignedIn('sent');
      await context.clearCookies();
    });
  }
});

test('a temporary code can be typed in lower case and in groups', async ({
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
  await person.expectSignedIn('kwon');
});

test('a person signs in with a YubiKey, which types its code and Enter', async ({
  page,
  person,
  methods,
  devices,
  calls,
}) => {
  await methods.reach('lee', 'yubikey');
  await expect(methods.codeField).toBeFocused();
  await page.keyboard.type(`${await devices.touchYubikey('lee')}\n`);
  await person.expectSignedIn('lee');
  expect(await calls.matching('POST /authenticate')).toHaveLength(1);
});
