import { expect } from '@playwright/test';
import { METHOD_CODES } from '#machines/shared/methods.ts';
import type { Method } from '#machines/shared/policy.ts';
import { MOBILE_OTP_NAME } from '#server/login/methods/mobile-otp.ts';
import { FOREIGN_YUBIKEY, SEEDED_DEVICES, SPARE_YUBIKEY } from '#server/seed/devices.ts';
import type { Devices } from '#tests/support/e2e/devices.ts';
import { test } from '#tests/support/e2e/journey.ts';
import { refusalText } from '#tests/support/e2e/refusals.ts';

type ErrCode = Parameters<typeof refusalText>[0];

/** A code that a person enters, and the error code with which the server refuses the code (spec section 8). */
type Case = readonly [userId: string, code: (devices: Devices) => Promise<string> | string, errCode: ErrCode];

const WRONG_CODE = '000000';
/** The counters of a locked method. */
const COUNTERS = { failCount: 5, maxCount: 5 };
/** An OTP of the YubiKey that an administrator has inactivated. */
const INACTIVATED_KEY_OTP = 'cccccccccccb'.padEnd(44, 'd');

const CASES: Readonly<Partial<Record<Method, readonly Case[]>>> = {
  emergencyCode: [
    ['bae', () => SEEDED_DEVICES.bae.emergencyCode.code, '004_2'],
    ['heo', () => SEEDED_DEVICES.heo.emergencyCode.code, '004_3'],
    ['yoon', () => 'HANBIT27', '004_1'],
  ],
  sms: [['sent', () => WRONG_CODE, '005_7']],
  otpCard: [
    ['lee', () => 'abcdef', '005_4'],
    ['lee', () => WRONG_CODE, '005_1'],
    ['jo', (devices) => devices.pressCard('jo'), '005_6'],
    ['cha', (devices) => devices.pressCard('cha'), '007_1'],
    ['joo', (devices) => devices.pressCard('joo'), '007_2'],
    ['woo', (devices) => devices.pressCard('woo'), '007_3'],
  ],
  yubikey: [
    ['lee', (devices) => devices.touchYubikey('lee', { touch: 'crc' }), '005_1'],
    ['lee', (devices) => devices.touchYubikey('lee', { touch: 'anonymous' }), '008_6'],
    ['lee', (devices) => devices.touchYubikey('hong'), '008_7'],
    ['lee', (devices) => devices.touchYubikey('nobody', { key: SPARE_YUBIKEY.publicId }), '008_5'],
    ['lee', (devices) => devices.touchYubikey('nobody', { key: FOREIGN_YUBIKEY.publicId }), '008'],
    ['ku', (devices) => devices.touchYubikey('ku'), '008_2'],
    ['min', (devices) => devices.touchYubikey('min'), '008_3'],
    ['na', (devices) => devices.touchYubikey('na'), '008_4'],
    ['locked', () => INACTIVATED_KEY_OTP, '005_6'],
  ],
  mobileOtp: [
    ['lee', () => WRONG_CODE, '005_1'],
    ['pyo', () => WRONG_CODE, '015_2'],
    ['locked', () => WRONG_CODE, '005_6'],
  ],
};

/** The maximum number of cases in a test. */
const CASES_PER_TEST = 5;

/** The cases of each test: the method, the cases and their error codes. */
const CASES_BY_TEST = (Object.entries(CASES) as [Method, readonly Case[]][]).flatMap(([method, cases]) =>
  Array.from({ length: Math.ceil(cases.length / CASES_PER_TEST) }, (_, index) => {
    const part = cases.slice(index * CASES_PER_TEST, (index + 1) * CASES_PER_TEST);
    return [method, part, part.map(([, , errCode]) => errCode).join(', ')] as const;
  }),
);

for (const [method, cases, codes] of CASES_BY_TEST) {
  test(`a dialog shows why a code is refused: ${method}, ${codes}`, async ({
    person,
    methods,
    devices,
    language,
  }) => {
    await person.openIdEntry();
    for (const [userId, code, errCode] of cases) {
      await test.step(`${userId}: ${errCode}`, async () => {
        await methods.switchTo(userId, method);
        await methods.enterCode(await code(devices));
        await methods.expectRefused(refusalText(errCode, language, { ...COUNTERS, method: MOBILE_OTP_NAME }));
        await methods.expectAt(METHOD_CODES[method]);
      });
    }
    expect(await person.fetchServiceSession()).toEqual({ signedIn: false });
    await methods.changeMethod.click();
    await methods.expectChooser();
  });
}

test('a wrong temporary code is counted, and the person then signs in with the correct code', async ({
  person,
  methods,
  devices,
  language,
}) => {
  await methods.reach('cha', 'emergencyCode');
  const code = await devices.issueEmergencyCode('cha');
  await methods.enterCode('WRONG234');
  await methods.expectRefused(refusalText('004', language, { failCount: 1, maxCount: 5 }));
  await person.expectSelected(methods.codeField);
  await person.page.keyboard.type(code);
  await person.page.keyboard.press('Enter');
  await person.expectSignedIn('cha');
});

test('wrong codes show a warning, then lock the method but not another method', async ({
  person,
  methods,
  devices,
  language,
}) => {
  await methods.reach('inactivated', 'sms');
  await methods.sendCode();
  const code = await devices.newestCode('inactivated', 'sms');
  const wrongCode = code === WRONG_CODE ? '111111' : WRONG_CODE;
  for (const [failCount, errCode] of [
    [1, '005_1'],
    [2, '005_1'],
    [3, '005_5'],
    [4, '005_5'],
    [5, '005_6'],
  ] as const) {
    await methods.enterCode(wrongCode);
    const counters = errCode === '005_1' ? {} : { failCount, maxCount: 5 };
    await methods.expectRefused(refusalText(errCode, language, counters));
  }
  await methods.enterCode(code);
  await methods.expectRefused(refusalText('005_6', language, COUNTERS));

  await methods.changeMethod.click();
  await methods.expectChooser();
  await methods.choose('internalMail');
  await methods.sendCode();
  await methods.enterCode(await devices.newestCode('inactivated', 'inmail'));
  await person.expectSignedIn('inactivated');
});

test('a message says that the SMS gateway has failed, and the code can be sent again after a reload', async ({
  page,
  person,
  methods,
  devices,
  breakCall,
  language,
}) => {
  const message = refusalText('012_1', language);
  await methods.reach('sent', 'sms');
  await breakCall({
    method: 'POST',
    path: '/auth/oauth2/send/sms',
    status: 200,
    raw: JSON.stringify({ status: 200, result: false, errCode: '012_1', message }),
    headers: { 'Content-Type': 'application/json' },
  });
  await person.button('otp.send').click();
  await methods.expectNotSent(message);
  await methods.expectUnsent();

  await page.reload();
  await methods.expectUnsent();
  await methods.sendCode();
  await methods.enterCode(await devices.newestCode('sent', 'sms'));
  await person.expectSignedIn('sent');
});

test('a refused access token is renewed, and the code is sent again', async ({
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
  await methods.expectNotSent(text('info.failure.trouble'));
  expect(await calls.matching('POST /auth/oauth2/send')).toEqual([]);
  await methods.sendCode();

  await breakCall({ method: 'POST', path: '/auth/oauth2/send/sms', status: 401, errCode: '401' });
  await person.button('otp.resend').click();
  await expect.poll(async () => (await calls.matching('POST /auth/oauth2/send')).length).toBe(3);
  await methods.expectSent();
  expect(await calls.matching('POST /token/access')).toHaveLength(3);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
