import { expect } from '@playwright/test';
import { METHOD_CODES } from '#machines/shared/methods.ts';
import type { Method } from '#machines/shared/policy.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { textOf } from '#server/texts.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { test } from '#tests/support/e2e/journey.ts';

type ErrCode = Parameters<typeof textOf>[0];

/** Who enters which code on which screen, and the code of spec section 8 that answers it. */
type Case = {
  readonly userId: string;
  readonly method: Method;
  readonly code: (devices: Devices) => Promise<string> | string;
  readonly errCode: ErrCode;
};

const WRONG = '000000';
const COUNTERS = { failCount: 5, maxCount: 5 };

const CASES: Readonly<Record<string, Case>> = {
  'a temporary code outside its period': {
    userId: 'bae',
    method: 'emergencyCode',
    code: () => SEEDED_DEVICES.bae.emergencyCode.code,
    errCode: '004_2',
  },
  'a temporary code that guesses have made void': {
    userId: 'heo',
    method: 'emergencyCode',
    code: () => SEEDED_DEVICES.heo.emergencyCode.code,
    errCode: '004_3',
  },
  'a temporary code that nobody has issued': {
    userId: 'yoon',
    method: 'emergencyCode',
    code: () => 'HANBIT27',
    errCode: '004_1',
  },
  'a code when none was sent': { userId: 'sent', method: 'sms', code: () => WRONG, errCode: '005_7' },
  'letters of a card': { userId: 'lee', method: 'otpCard', code: () => 'abcdef', errCode: '005_4' },
  'a wrong code of a card': { userId: 'lee', method: 'otpCard', code: () => WRONG, errCode: '005_1' },
  'a locked card': {
    userId: 'jo',
    method: 'otpCard',
    code: (devices) => devices.pressCard('jo'),
    errCode: '005_6',
  },
  'a key whose checksum is wrong': {
    userId: 'lee',
    method: 'yubikey',
    code: (devices) => devices.touchYubikey('lee', { touch: 'crc' }),
    errCode: '005_1',
  },
  'a key without its public ID': {
    userId: 'lee',
    method: 'yubikey',
    code: (devices) => devices.touchYubikey('lee', { touch: 'anonymous' }),
    errCode: '008_6',
  },
  'a key of somebody else': {
    userId: 'lee',
    method: 'yubikey',
    code: (devices) => devices.touchYubikey('hong'),
    errCode: '008_7',
  },
  'a disabled key': {
    userId: 'ku',
    method: 'yubikey',
    code: (devices) => devices.touchYubikey('ku'),
    errCode: '008_2',
  },
  'a wrong code of the app': { userId: 'lee', method: 'mobileOtp', code: () => WRONG, errCode: '005_1' },
};

for (const [name, { userId, method, code, errCode }] of Object.entries(CASES)) {
  test(`the dialog says why it is not taken: ${name} (${errCode})`, async ({
    person,
    methods,
    devices,
    language,
  }) => {
    await methods.reach(userId, method);
    await methods.enterCode(await code(devices));
    await methods.isRefused(textOf(errCode, language, COUNTERS));
    await methods.isAt(METHOD_CODES[method]);
    expect(await person.session()).toEqual({ signedIn: false });
    await methods.changeMethod.click();
    await methods.isAtChooser();
  });
}

test('a wrong temporary code is counted, and the right one signs in after it', async ({
  person,
  methods,
  devices,
  language,
}) => {
  await methods.reach('cha', 'emergencyCode');
  const code = await devices.issueEmergencyCode('cha');
  await methods.enterCode('WRONG234');
  await methods.isRefused(textOf('004', language, { failCount: 1, maxCount: 5 }));
  await person.hasSelected(methods.codeField);
  await person.page.keyboard.type(code);
  await person.page.keyboard.press('Enter');
  await person.isSignedInAs('cha');
});

test('guesses of a sent code come with a warning, then inactivate the method alone', async ({
  person,
  methods,
  devices,
  language,
}) => {
  await methods.reach('inactivated', 'sms');
  await methods.sendCode();
  const code = await devices.newestCode('inactivated', 'sms');
  const wrong = code === WRONG ? '111111' : WRONG;
  for (const [failCount, errCode] of [
    [1, '005_1'],
    [2, '005_1'],
    [3, '005_5'],
    [4, '005_5'],
    [5, '005_6'],
  ] as const) {
    await methods.enterCode(wrong);
    await methods.isRefused(textOf(errCode, language, { failCount, maxCount: 5 }));
  }
  await methods.enterCode(code);
  await methods.isRefused(textOf('005_6', language, COUNTERS));

  await methods.changeMethod.click();
  await methods.isAtChooser();
  await methods.choose('internalMail');
  await methods.sendCode();
  await methods.enterCode(await devices.newestCode('inactivated', 'inmail'));
  await person.isSignedInAs('inactivated');
});

test('a gateway that is down is told, and the code is sent when it is back', async ({
  page,
  person,
  methods,
  devices,
  breakCall,
  language,
}) => {
  const message = textOf('012_1', language);
  await methods.reach('sent', 'sms');
  await breakCall({
    method: 'POST',
    path: '/auth/oauth2/send/sms',
    status: 200,
    raw: JSON.stringify({ status: 200, result: false, errCode: '012_1', message }),
    headers: { 'Content-Type': 'application/json' },
  });
  await person.button('otp.send').click();
  await methods.isRefused(message);
  await methods.isUnsent();

  await page.reload();
  await methods.isUnsent();
  await methods.sendCode();
  await methods.enterCode(await devices.newestCode('sent', 'sms'));
  await person.isSignedInAs('sent');
});

test('leave to send that is refused is told, and asked for again', async ({
  page,
  person,
  methods,
  breakCall,
  text,
  calls,
}) => {
  await methods.reach('sent', 'sms');
  await breakCall({ method: 'POST', path: '/token/access', status: 200, raw: '<!doctype html>' });
  await person.button('otp.send').click();
  await methods.isRefused(text('info.failure.otp.send'));
  expect(await calls.of('POST /auth/oauth2/send')).toEqual([]);
  await methods.sendCode();

  await breakCall({ method: 'POST', path: '/auth/oauth2/send/sms', status: 401, errCode: '401' });
  await person.button('otp.resend').click();
  await expect.poll(async () => (await calls.of('POST /auth/oauth2/send')).length).toBe(3);
  await methods.isSent();
  expect(await calls.of('POST /token/access')).toHaveLength(3);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
