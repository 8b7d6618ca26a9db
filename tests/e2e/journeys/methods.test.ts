import { expect } from '@playwright/test';
import { METHOD_CODES } from '#machines/shared/methods.ts';
import type { Method } from '#machines/shared/policy.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import type { Channel } from '#server/storage/repositories/sent-codes.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { refusalText } from '#tests/support/e2e/refusals.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import { decodeUserPassword } from '#wire/user-password.ts';

/** A method with codes, and how a test gets a code. */
type CodeMethod = {
  readonly method: Method;
  readonly codeOf: (devices: Devices) => Promise<string>;
  /** The error code of a code that was already used. */
  readonly usedCodeError: '004_1' | '005_2';
};

const CODE_METHODS: readonly CodeMethod[] = [
  { method: 'emergencyCode', codeOf: (devices) => devices.issueEmergencyCode('lee'), usedCodeError: '004_1' },
  { method: 'otpCard', codeOf: (devices) => devices.pressCard('lee'), usedCodeError: '005_2' },
  { method: 'yubikey', codeOf: (devices) => devices.touchYubikey('lee'), usedCodeError: '005_2' },
];

for (const { method, codeOf, usedCodeError } of CODE_METHODS) {
  test(`a person signs in with a code of the method ${method}, and the code is valid once`, async ({
    person,
    methods,
    devices,
    calls,
    language,
  }) => {
    await methods.reach('lee', method);
    const code = await codeOf(devices);
    await methods.enterCode(code);
    await person.expectSignedIn('lee');
    const [login] = await calls.matching('POST /authenticate');
    expect(decodeUserPassword(login?.body?.['userPassword'] ?? '')).toMatchObject({
      secret: code,
      step: '1',
      tokenCode: METHOD_CODES[method],
      fixed: 'N',
      alwaysSend: 'N',
      check: '',
    });

    await person.signOut();
    await methods.reach('lee', method);
    await methods.enterCode(code);
    await methods.expectRefused(refusalText(usedCodeError, language));
    expect(await person.fetchServiceSession()).toEqual({ signedIn: false });
  });
}

const SENDING_METHODS: readonly (readonly [Method, Channel])[] = [
  ['sms', 'sms'],
  ['internalMail', 'inmail'],
  ['privateMail', 'exmail'],
];

for (const [method, channel] of SENDING_METHODS) {
  test(`a person signs in with a code that was sent through ${method}`, async ({
    page,
    person,
    methods,
    devices,
    calls,
  }) => {
    await methods.reach('lee', method);
    await expect(page.getByText('lee', { exact: true })).toBeVisible();
    await expect(page.getByText('*', { exact: false }).first()).toBeVisible();
    await methods.expectUnsent();
    await methods.sendCode();
    await expect(methods.codeField).toBeFocused();
    await methods.enterCode(await devices.newestCode('lee', channel));
    await person.expectSignedIn('lee');
    const lines = (await calls.matching('POST')).map(({ line }) => line);
    expect(lines.slice(1)).toEqual([
      'POST /token/access',
      `POST /auth/oauth2/send/${channel}`,
      'POST /authenticate',
    ]);
  });
}

/** People whose method sends a code through two channels: the ID, the type code and the channels. */
const TWO_CHANNEL_METHODS: readonly (readonly [string, TypeCode, readonly [Channel, Channel]])[] = [
  ['song', '4', ['sms', 'inmail']],
  ['yang', '5', ['sms', 'exmail']],
  ['ahn', '6', ['inmail', 'exmail']],
];

for (const [userId, code, [first, second]] of TWO_CHANNEL_METHODS) {
  test(`a person signs in with the method ${code}, which sends the same code through two channels`, async ({
    person,
    methods,
    devices,
    calls,
  }) => {
    await person.openIdEntry();
    await person.enterId(userId);
    await methods.expectAt(code);
    await methods.sendCode();
    expect((await calls.matching('POST /auth/oauth2/send')).map(({ line }) => line)).toEqual([
      `POST /auth/oauth2/send/${first}`,
      `POST /auth/oauth2/send/${second}`,
    ]);
    const sentCode = await devices.newestCode(userId, second);
    expect(await devices.newestCode(userId, first)).toBe(sentCode);
    await methods.enterCode(sentCode);
    await person.expectSignedIn(userId);
  });
}

test('a person signs in with a code of the app, and the code is valid once', async ({
  person,
  methods,
  devices,
  language,
}) => {
  await methods.reach('lee', 'mobileOtp');
  await expect(person.page.getByText('Ga*****S26')).toBeVisible();
  const code = await devices.appCode('lee');
  await methods.enterCode(code);
  await person.expectSignedIn('lee');
  await person.signOut();
  await methods.reach('lee', 'mobileOtp');
  await methods.enterCode(code);
  await methods.expectRefused(refusalText('005_2', language));
});

test('a person signs in with a password and then with a code of an OTP card or a YubiKey', async ({
  person,
  methods,
  devices,
}) => {
  await person.identify('hong');
  await person.typePassword(SEED_PASSWORD);
  await person.button('action.next').click();
  await methods.expectChooser();
  await methods.choose('otpCard');
  await methods.enterCode(await devices.pressCard('hong'));
  await person.expectSignedIn('hong');
  await person.signOut();

  await person.identify('hong');
  await person.typePassword(SEED_PASSWORD);
  await person.button('action.next').click();
  await methods.expectChooser();
  await methods.choose('yubikey');
  await methods.enterCode(await devices.touchYubikey('hong', { key: 'ccccccbdefgj' }));
  await person.expectSignedIn('hong');
});

test('a method that a person always uses opens first and sends its code immediately', async ({
  page,
  person,
  methods,
  devices,
  calls,
}) => {
  await methods.reach('habit', 'sms');
  await expect(methods.alwaysSend).toBeDisabled();
  await methods.alwaysUse.check();
  await methods.alwaysSend.check();
  await methods.alwaysUse.uncheck();
  await expect(methods.alwaysSend).not.toBeChecked();
  await expect(methods.alwaysSend).toBeDisabled();
  await methods.alwaysUse.check();
  await methods.alwaysSend.check();
  await methods.sendCode();
  await methods.enterCode(await devices.newestCode('habit', 'sms'));
  await person.expectSignedIn('habit');
  await person.signOut();

  const countBefore = await devices.messageCount('habit');
  await person.openIdEntry();
  await person.enterId('habit');
  await methods.expectAt('1');
  await methods.expectSent();
  await expect(methods.alwaysUse).toBeChecked();
  await expect(methods.alwaysSend).toBeChecked();
  expect(await devices.messageCount('habit')).toBe(countBefore + 1);
  await methods.alwaysUse.uncheck();
  await methods.enterCode(await devices.newestCode('habit', 'sms'));
  await person.expectSignedIn('habit');
  const logins = await calls.matching('POST /authenticate');
  expect(
    logins.map(({ body }) => {
      const userPassword = decodeUserPassword(body?.['userPassword'] ?? '');
      return [
        userPassword?.fixed,
        userPassword && 'alwaysSend' in userPassword ? userPassword.alwaysSend : null,
      ];
    }),
  ).toEqual([
    ['Y', 'Y'],
    ['N', 'N'],
  ]);
  await person.signOut();
  await methods.reachChooser('habit');
  await expect(page).toHaveURL('/first/select');
});
