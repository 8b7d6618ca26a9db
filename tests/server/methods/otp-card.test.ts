import { expect } from 'vitest';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy, passGate } from '#tests/support/server/steps.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { codeAt, codeNow, wrongCardCode } from './device-codes.ts';
import { enter, errCodeOrStatus, logIn, logInWithEach } from './steps.ts';

const HOTP = SEEDED_DEVICES.lee.otpCard.secret;
const TOTP = SEEDED_DEVICES.hong.otpCard.secret;
const CARD = '7';
const STEP = 30_000;

const WRONG = wrongCardCode(HOTP);

async function hongAfterPassword() {
  const server = await testServer();
  const hong = await enter(server, 'hong');
  await passGate(hong.browser, 'hong', hong.policyId);
  return { server, hong };
}

const test = testWithSetup(hongAfterPassword);

test('a code of a card signs in as a one-time password of a hardware key', async ({ server }) => {
  const lee = await enter(server, 'lee');
  const id = server.engine.beginRequest();
  await lee.browser.visit(`/redirect?uid=${id}`);
  const { status, json } = await logIn(lee, CARD, codeAt(HOTP, 0));
  expect({ status, to: json['to'] }).toEqual({
    status: 200,
    to: `http://localhost:8080/oauth2/authorize/${id}`,
  });
  expect(server.engine.finishedRequests).toMatchObject([{ login: { amr: ['otp', 'hwk'], steps: 1 } }]);
});

test('a code is valid once, and earlier codes are invalid after it', async () => {
  const lee = await enter(await testServer(), 'lee');
  expect(await logInWithEach(lee, CARD, [codeAt(HOTP, 4), codeAt(HOTP, 4), codeAt(HOTP, 2)])).toEqual([
    200,
    '005_2',
    '005_2',
  ]);
});

test('a code of the last 20 presses was used, an earlier one is wrong', async () => {
  const lee = await enter(await testServer(), 'lee');
  await logIn(lee, CARD, codeAt(HOTP, 10));
  await logIn(lee, CARD, codeAt(HOTP, 20));
  expect(await logInWithEach(lee, CARD, [codeAt(HOTP, 22), codeAt(HOTP, 3), codeAt(HOTP, 2)])).toEqual([
    200,
    '005_2',
    '005_1',
  ]);
});

test('up to 10 presses may be skipped', async () => {
  const lee = await enter(await testServer(), 'lee');
  expect(await logInWithEach(lee, CARD, [codeAt(HOTP, 10), codeAt(HOTP, 21), codeAt(HOTP, 33)])).toEqual([
    200,
    200,
    '005_1',
  ]);
});

test('a card out of step is synchronised by two consecutive codes', async ({ server }) => {
  const lee = await enter(server, 'lee');
  const { json } = await logIn(lee, CARD, codeAt(HOTP, 100));
  expect(json).toMatchObject({ errCode: '005_1', reason: 'cardOutOfStep' });
  expect(await logInWithEach(lee, CARD, [codeAt(HOTP, 101), codeAt(HOTP, 101), codeAt(HOTP, 102)])).toEqual([
    200,
    '005_2',
    200,
  ]);
});

test('two codes that are not consecutive do not synchronise a card', async () => {
  const lee = await enter(await testServer(), 'lee');
  expect(await logInWithEach(lee, CARD, [codeAt(HOTP, 100), codeAt(HOTP, 102)])).toEqual(['005_1', '005_1']);
});

test('after more than 200 skipped presses a code counts as wrong, not as out of step', async () => {
  const lee = await enter(await testServer(), 'lee');
  const { json } = await logIn(lee, CARD, codeAt(HOTP, 201));
  expect([json['errCode'], json['reason']]).toEqual(['005_1', undefined]);
});

test.for(['12345', '1234567', '12345a', ' 123456', '', '１２３４５６'])(
  'the code %j has the wrong format and is not counted',
  async (secret) => {
    const lee = await enter(await testServer({ lock: { maxFailures: 1 } }), 'lee');
    expect(await logInWithEach(lee, CARD, [secret, codeAt(HOTP, 0)])).toEqual(['005_4', 200]);
  },
);

test('the last two attempts get a warning, then the card is locked for 30 minutes', async ({ server }) => {
  const lee = await enter(server, 'lee');
  const answers = [];
  for (let attempt = 0; attempt < 5; attempt++) answers.push((await logIn(lee, CARD, WRONG)).json);
  expect(answers).toMatchObject([
    { errCode: '005_1' },
    { errCode: '005_1' },
    { errCode: '005_5', failCount: 3, maxCount: 5 },
    { errCode: '005_5', failCount: 4, maxCount: 5 },
    { errCode: '005_6', failCount: 5, maxCount: 5 },
  ]);
  expect(errCodeOrStatus(await logIn(lee, CARD, codeAt(HOTP, 0)))).toBe('005_6');
  expect(
    errCodeOrStatus(await logIn(lee, '9', codeNow(SEEDED_DEVICES.lee.mobileApp.secret, server.clock.now))),
  ).toBe(200);
  server.wait(30 * 60_000);
  expect(errCodeOrStatus(await logIn(lee, CARD, codeAt(HOTP, 0)))).toBe(200);
});

test('a right code resets the count of failures', async () => {
  const lee = await enter(await testServer({ lock: { maxFailures: 2 } }), 'lee');
  expect(await logInWithEach(lee, CARD, [WRONG, codeAt(HOTP, 0), WRONG, codeAt(HOTP, 1)])).toEqual([
    '005_5',
    200,
    '005_5',
    200,
  ]);
});

test.for([
  ['yoon', '007'],
  ['cha', '007_1'],
  ['joo', '007_2'],
  ['woo', '007_3'],
  ['jo', '005_6'],
])('a code of %s is refused with %s', async ([userId = '', errCode]) => {
  const person = await enter(await testServer(), userId);
  expect(errCodeOrStatus(await logIn(person, CARD, '123456'))).toBe(errCode);
});

test('a code of a time-based card is valid once, and may be one time step off', async ({
  setup: { server, hong },
}) => {
  const { now } = server.clock;
  expect(errCodeOrStatus(await logIn(hong, CARD, codeNow(TOTP, now, 2)))).toBe('005_1');
  expect(errCodeOrStatus(await logIn(hong, CARD, codeNow(TOTP, now, -1)))).toBe(200);
  await passGate(hong.browser, 'hong', hong.policyId);
  expect(errCodeOrStatus(await logIn(hong, CARD, codeNow(TOTP, now, -1)))).toBe('005_2');
});

test('the drift of a slow clock is stored at each login', async ({ setup: { server, hong } }) => {
  for (const drift of [-1, -2, -3]) {
    await passGate(hong.browser, 'hong', hong.policyId);
    expect(errCodeOrStatus(await logIn(hong, CARD, codeNow(TOTP, server.clock.now, drift)))).toBe(200);
    server.wait(10 * STEP);
  }
});

test('a card whose clock is far off is synchronised by two consecutive codes', async () => {
  const { server, hong } = await hongAfterPassword();
  expect((await logIn(hong, CARD, codeNow(TOTP, server.clock.now, 9))).json['reason']).toBe('cardOutOfStep');
  server.wait(STEP);
  expect(errCodeOrStatus(await logIn(hong, CARD, codeNow(TOTP, server.clock.now, 9)))).toBe(200);
  server.wait(STEP);
  await passGate(hong.browser, 'hong', hong.policyId);
  expect(errCodeOrStatus(await logIn(hong, CARD, codeNow(TOTP, server.clock.now, 9)))).toBe(200);
});

test('a card that is set as default at a login is the default in the next policy check', async () => {
  const lee = await enter(await testServer(), 'lee');
  await logIn(lee, CARD, codeAt(HOTP, 0), { fixed: 'Y' });
  expect((await checkPolicy(lee.browser, 'lee')).json['fixedToken']).toEqual({
    authType: '7',
    alwaysSend: 'N',
  });
});
