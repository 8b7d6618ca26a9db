import { expect, test } from 'vitest';
import { FOREIGN_YUBIKEY, SEEDED_DEVICES, SPARE_YUBIKEY } from '#server/seed/devices.ts';
import { testServer } from '#tests/support/server/server.ts';
import { passGate } from '#tests/support/server/steps.ts';
import { touch } from './device-codes.ts';
import { enter, errCodeOrStatus, logIn, logInWithEach } from './steps.ts';

const KEY = SEEDED_DEVICES.lee.yubikeyFirst;
const YUBIKEY = '8';

test('a touch signs in as a one-time password of a hardware key', async () => {
  const server = await testServer();
  const lee = await enter(server, 'lee');
  await lee.browser.visit(`/redirect?uid=${server.engine.beginRequest()}`);
  expect(errCodeOrStatus(await logIn(lee, YUBIKEY, touch(KEY, 1, 0)))).toBe(200);
  expect(server.engine.finishedRequests).toMatchObject([{ login: { amr: ['otp', 'hwk'] } }]);
});

test('an OTP in upper case is accepted', async () => {
  const lee = await enter(await testServer(), 'lee');
  expect(errCodeOrStatus(await logIn(lee, YUBIKEY, touch(KEY, 1, 0).toUpperCase()))).toBe(200);
});

test('the counters of OTPs have to increase', async () => {
  const lee = await enter(await testServer({ lock: { maxFailures: 100 } }), 'lee');
  const touches = [
    [5, 3, 200],
    [5, 3, '005_2'],
    [5, 2, '005_2'],
    [4, 200, '005_2'],
    [5, 4, 200],
    [6, 0, 200],
    [5, 255, '005_2'],
  ] as const;
  const answers = await logInWithEach(
    lee,
    YUBIKEY,
    touches.map(([usage, session]) => touch(KEY, usage, session)),
  );
  expect(answers).toEqual(touches.map(([, , outcome]) => outcome));
});

test.for([
  ['a wrong checksum', touch(KEY, 1, 0, 1)],
  ['another AES key', touch({ ...KEY, aesKey: FOREIGN_YUBIKEY.aesKey }, 1, 0)],
  ['another private ID', touch({ ...KEY, privateId: '000000000000' }, 1, 0)],
])('an OTP with %s is refused and does not use up its counters', async ([, otp = '']) => {
  const lee = await enter(await testServer(), 'lee');
  expect(await logInWithEach(lee, YUBIKEY, [otp, touch(KEY, 1, 0)])).toEqual(['005_1', 200]);
});

test('wrong OTPs lock the method', async () => {
  const lee = await enter(await testServer(), 'lee');
  const wrong = touch(KEY, 1, 0, 1);
  expect(await logInWithEach(lee, YUBIKEY, [wrong, wrong, wrong, wrong, wrong, touch(KEY, 1, 0)])).toEqual([
    '005_1',
    '005_1',
    '005_5',
    '005_5',
    '005_6',
    '005_6',
  ]);
});

test.for([
  ['an unknown key', 'lee', touch(FOREIGN_YUBIKEY, 1, 0), '008'],
  ['a key for a person who has none', 'yoon', touch(KEY, 1, 0), '008_1'],
  ['a disabled key', 'ku', touch(SEEDED_DEVICES.ku.yubikeyFirst, 1, 0), '008_2'],
  ['a key that is not in use', 'min', touch(SEEDED_DEVICES.min.yubikeyFirst, 1, 0), '008_3'],
  ['a key outside its period', 'na', touch(SEEDED_DEVICES.na.yubikeyFirst, 1, 0), '008_4'],
  ['a key mapped to nobody', 'lee', touch(SPARE_YUBIKEY, 1, 0), '008_5'],
  ['an OTP without its public ID', 'lee', touch(KEY, 1, 0).slice(12), '008_6'],
  ["another person's key", 'lee', touch(SEEDED_DEVICES.hong.yubikeyFirst, 1, 0), '008_7'],
  ['a short public ID', 'lee', touch(KEY, 1, 0).slice(4), '005_4'],
  ['a text of digits', 'lee', '123456', '005_4'],
  ['an empty text', 'lee', '', '005_4'],
])('%s is refused and not counted', async ([, userId = '', otp = '', errCode]) => {
  const server = await testServer({ lock: { maxFailures: 1 } });
  const person = await enter(server, userId);
  expect(await logInWithEach(person, YUBIKEY, [otp, otp])).toEqual([errCode, errCode]);
});

test('either of two keys signs in', async () => {
  const hong = await enter(await testServer(), 'hong');
  const { yubikeyFirst, yubikeySecond } = SEEDED_DEVICES.hong;
  for (const key of [yubikeyFirst, yubikeySecond]) {
    await passGate(hong.browser, 'hong', hong.policyId);
    expect(errCodeOrStatus(await logIn(hong, YUBIKEY, touch(key, 1, 0)))).toBe(200);
  }
});
