import { expect } from 'vitest';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { firstStep } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { codeNow, wrongAppCode } from './device-codes.ts';
import { enter, errCodeOrStatus, logIn, logInWithEach } from './steps.ts';

const { secret: SECRET } = SEEDED_DEVICES.lee.mobileApp;
const APP = '9';

/** The code of a time step, counted from the present one. */
const codeOf = ({ clock }: TestServer, offset = 0): string => codeNow(SECRET, clock.now, offset);

test('the code of the app signs in once per time step', async ({ server }) => {
  const lee = await enter(server, 'lee');
  expect(await logInWithEach(lee, APP, [codeOf(server), codeOf(server)])).toEqual([200, '005_2']);
  server.wait(30_000);
  expect(errCodeOrStatus(await logIn(lee, APP, codeOf(server)))).toBe(200);
});

test('the code may be one time step off, and no earlier one is accepted after a later one', async ({
  server,
}) => {
  const lee = await enter(server, 'lee');
  const codes = [2, -1, 1, 0].map((offset) => codeOf(server, offset));
  expect(await logInWithEach(lee, APP, codes)).toEqual(['005_1', 200, 200, '005_2']);
});

test('the drift of the phone’s clock is stored, and exact codes still work', async () => {
  const server = await testServer({ lock: { maxFailures: 100 } });
  const lee = await enter(server, 'lee');
  const logInLater = async (offset: number) => {
    server.wait(10 * 30_000);
    return errCodeOrStatus(await logIn(lee, APP, codeOf(server, offset)));
  };
  const answers = [];
  for (const offset of [2, 1, 2, 3, 4, 5, 0, 2]) answers.push(await logInLater(offset));
  expect(answers).toEqual(['005_1', 200, 200, 200, 200, '005_1', 200, '005_1']);
});

test('a code of the last minutes is reported as expired', async () => {
  const server = await testServer({ lock: { maxFailures: 100 } });
  const lee = await enter(server, 'lee');
  const codes = [-2, -10, -11].map((offset) => codeOf(server, offset));
  expect(await logInWithEach(lee, APP, codes)).toEqual(['005_3', '005_3', '005_1']);
});

test('wrong and expired codes lock the method', async () => {
  const server = await testServer({ lock: { maxFailures: 3 } });
  const lee = await enter(server, 'lee');
  const expired = codeOf(server, -3);
  const wrong = wrongAppCode(SECRET, server.clock.now);
  expect(await logInWithEach(lee, APP, [expired, wrong, expired, codeOf(server)])).toEqual([
    '005_3',
    '005_5',
    '005_6',
    '005_6',
  ]);
});

test.for(['12345', 'abcdef', '1234567'])('the code %j has the wrong format', async (secret) => {
  const lee = await enter(await testServer(), 'lee');
  expect(errCodeOrStatus(await logIn(lee, APP, secret))).toBe('005_4');
});

test.for([
  ['yoon', '009'],
  ['doh', '015_1'],
])('a code of %s is refused with %s', async ([userId = '', errCode]) => {
  const person = await enter(await testServer(), userId);
  expect(errCodeOrStatus(await logIn(person, APP, '123456'))).toBe(errCode);
});

test.for([
  ['en', 'the mobile app OTP'],
  ['ko', '모바일 앱 OTP'],
])('the refusal of an app without OTP information names the method in %s', async ([language = '', name]) => {
  const { browser, userId, policyId } = await enter(await testServer(), 'pyo');
  const { json } = await browser.call('POST', '/authenticate', {
    body: { userId, userPassword: firstStep({ policyId, tokenCode: APP, secret: '123456' }) },
    headers: { 'X-Language': language },
  });
  expect(json).toMatchObject({ errCode: '015_2', method: name });
});
