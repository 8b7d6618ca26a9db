import { describe, expect, vi } from 'vitest';
import { twoSteps } from '#tests/support/server/config-parts.ts';
import { methodOf } from '#tests/support/server/methods.ts';
import {
  type ProvedFirstStep,
  provedFirstStep,
  proveFirstStep,
  sendFirstStep,
  sendSecondStep,
} from '#tests/support/server/second-step.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { checkPolicy, fetchPolicyId, passGate } from '#tests/support/server/steps.ts';
import { testWithSetup } from '#tests/support/server/test.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { codeAt, codeNow, codeOtherThan, touch } from './methods/device-codes.ts';
import { codeIn, errCodeOrStatus, send, sendWith } from './methods/steps.ts';
import { mobileApp, otpCard, parkAfterFirstStep, yubikeyFirst } from './park-at-second-step.ts';

/** The secret of each token, as the person reads or types it. */
const SECRETS: readonly (readonly [
  string,
  string,
  (server: TestServer, park: ProvedFirstStep) => Promise<string>,
])[] = [
  ['SMS', TYPE_CODES.sms, (server, park) => sendAndRead(server, park, 'sms')],
  ['internal mail', TYPE_CODES.internalMail, (server, park) => sendAndRead(server, park, 'inmail')],
  ['private mail', TYPE_CODES.privateMail, (server, park) => sendAndRead(server, park, 'exmail')],
  ['OTP card', TYPE_CODES.otpCard, async () => codeAt(otpCard.secret, 0)],
  ['Yubikey', TYPE_CODES.yubikey, async () => touch(yubikeyFirst, 1, 1)],
  ['mobile app', TYPE_CODES.mobileOtp, async (server) => codeNow(mobileApp.secret, server.clock.now)],
];

async function sendAndRead(
  server: TestServer,
  park: ProvedFirstStep,
  channel: 'sms' | 'inmail' | 'exmail',
): Promise<string> {
  await sendWith(park, channel, park.accessToken);
  return codeIn(server, 'park', channel);
}

const test = testWithSetup(parkAfterFirstStep);

test('the first step returns two tokens and completes no login', async ({ server, browser: park }) => {
  const id = server.engine.beginRequest();
  await park.visit(`/redirect?uid=${id}`);
  const before = park.cookieHeader;
  await checkPolicy(park, 'park');
  expect(server.engine.progressLog).toEqual([`${id} checked`]);
  const { status, json } = await sendFirstStep(park, 'park');
  expect(status).toBe(200);
  expect(json).toEqual({
    status: 200,
    secondToken: expect.stringMatching(/^[\w-]{43}$/),
    accessToken: expect.stringMatching(/^[\w-]{43}$/),
    secondTokenPriority: expect.objectContaining({ sms: 1, mobileOtp: 2 }),
  });
  expect(json['secondToken']).not.toBe(json['accessToken']);
  expect(park.cookieHeader).not.toBe(before);
  expect(server.engine.progressLog).toEqual([`${id} checked`, `${id} proved`]);
  expect(server.engine.finishedRequests).toEqual([]);
  expect((await park.call('GET', '/summary/auth')).json['isAlreadyAuth']).toBe(false);
});

test('the request of the page is continued, not a newer one of the same client', async ({
  engine,
  browser: person,
}) => {
  const [own, newest] = [engine.beginRequest(), engine.beginRequest()];
  await person.visit(`/redirect?uid=${own}`);
  await person.visit(`/redirect?uid=${newest}`);
  const park = await proveFirstStep(person, 'park');
  const redirect = `http://localhost:8080/oauth2/authorize/${own}`;
  const { json } = await sendSecondStep(park, TYPE_CODES.otpCard, codeAt(otpCard.secret, 0), { redirect });
  expect(json['to']).toBe(redirect);
  expect(engine.finishedRequests.map(({ id }) => id)).toEqual([own]);
});

test.for(SECRETS)('%s completes the login as second factor', async ([, tokenCode, secretOf]) => {
  const server = await testServer();
  const browser = server.browser();
  await browser.visit(`/redirect?uid=${server.engine.beginRequest()}`);
  const park = await proveFirstStep(browser, 'park');
  const secret = await secretOf(server, park);
  const { status, json } = await sendSecondStep(park, tokenCode, secret);
  expect({ status, to: json['to'] }).toEqual({
    status: 200,
    to: 'http://localhost:8080/oauth2/authorize/request-1',
  });
  expect(server.engine.finishedRequests).toMatchObject([{ login: { userId: 'park', steps: 2 } }]);
  expect(server.engine.finishedRequests[0]?.login.amr).toEqual(expect.arrayContaining(['pwd', 'otp', 'mfa']));
  expect(errCodeOrStatus(await sendSecondStep(park, tokenCode, secret))).toBe('notAuthorized');
});

describe('a call of the second step fails', () => {
  const secretNow = (server: TestServer) => codeNow(mobileApp.secret, server.clock.now);

  test('with the token that only requests codes', async ({ setup: { server, park } }) => {
    const { accessToken: secondToken } = park;
    expect(errCodeOrStatus(await sendSecondStep({ ...park, secondToken }, '9', secretNow(server)))).toBe(
      'notAuthorized',
    );
  });

  test('with the cookie from before the first step', async ({ server, browser }) => {
    await checkPolicy(browser, 'park');
    const old = browser.clone();
    const park = await proveFirstStep(browser, 'park');
    expect(errCodeOrStatus(await sendSecondStep({ ...park, browser: old }, '9', secretNow(server)))).toBe(
      'notAuthorized',
    );
  });

  test('after a sign-out in another tab, even during the check of the code', async () => {
    const { server, park } = await parkAfterFirstStep();
    const twin = park.browser.clone();
    vi.spyOn(methodOf(server, TYPE_CODES.mobileOtp), 'verify').mockImplementationOnce(async () => {
      await twin.visit('/logout');
      return { passed: true, by: 'mobileOtp' };
    });
    expect(errCodeOrStatus(await sendSecondStep(park, '9', secretNow(server)))).toBe('notAuthorized');
    expect(server.engine.finishedRequests).toEqual([]);
  });
});

describe('the second step refuses', () => {
  test.for([
    ['the password of the first step', '-1'],
    ['a token that the policy does not rank', '12'],
    ['a pair of channels', '4'],
    ['face ID', '13'],
    ['an unknown type code', '__proto__'],
  ])('%s', async ([, tokenCode = ''], { setup: { park } }) => {
    expect(errCodeOrStatus(await sendSecondStep(park, tokenCode, 'Munjigi!2026'))).toBe('018');
  });

  test('an SMS after a first step by SMS, but not the password', async () => {
    const policy = {
      id: 'otp-twice',
      users: ['lee'],
      authType: 'otp',
      methods: ['sms', 'pw'],
      secondAuth: true,
      secondTokenPriority: { sms: 1, pw: 2, mobileOtp: 3 },
    };
    const server = await testServer({ policies: [policy] });
    const browser = server.browser();
    const person = { browser, userId: 'lee', policyId: await fetchPolicyId(browser, 'lee') };
    await send(person, 'sms');
    const answer = await sendFirstStep(browser, 'lee', { type: '1', otp: codeIn(server, 'lee', 'sms') });
    const lee = provedFirstStep(person, answer);
    expect(answer.json['secondTokenPriority']).toEqual({ pw: 2, mobileOtp: 3 });
    expect(errCodeOrStatus(await sendWith(lee, 'sms', lee.accessToken))).toBe('018');
    expect(errCodeOrStatus(await sendSecondStep(lee, '1', '123456'))).toBe('018');
    expect(errCodeOrStatus(await sendSecondStep(lee, '-1', 'Munjigi!2026'))).toBe(200);
    expect(server.engine.finishedRequests).toEqual([]);
  });
});

test('after a password gate both password and method count for the first step', async () => {
  const policy = {
    id: 'gate-and-two',
    users: ['park'],
    authType: 'other',
    methods: ['pw', 'mobileOtp'],
    secondAuth: true,
    secondTokenPriority: { hwOtp: 1, pw: 2 },
  };
  const server = await testServer({ policies: [policy] });
  const browser = server.browser();
  await browser.visit(`/redirect?uid=${server.engine.beginRequest()}`);
  const policyId = await fetchPolicyId(browser, 'park');
  const otp = codeNow(mobileApp.secret, server.clock.now);
  expect(errCodeOrStatus(await sendFirstStep(browser, 'park', { type: '9', otp }))).toBe('notAuthorized');
  await passGate(browser, 'park', policyId);
  const answer = await sendFirstStep(browser, 'park', { type: '9', otp });
  const park = provedFirstStep({ browser, userId: 'park', policyId }, answer);
  expect(errCodeOrStatus(await sendSecondStep(park, '-1', 'Munjigi!2026'))).toBe('018');
  expect(errCodeOrStatus(await sendSecondStep(park, '7', codeAt(otpCard.secret, 0)))).toBe(200);
  expect(server.engine.finishedRequests[0]?.login.amr).toEqual(['pwd', 'otp', 'hwk', 'mfa']);
});

test.for(['one', 'two'])('step %s is refused when the policy has changed', async (step) => {
  const { server, park } = await parkAfterFirstStep();
  const [rule] = server.portal.config.policies.filter(({ id }) => id === 'two-steps');
  Object.assign(rule ?? {}, { secondTokenPriority: { hwOtp: 1 } });
  const answer =
    step === 'one'
      ? await sendFirstStep(park.browser, 'park')
      : await sendSecondStep(park, '7', codeAt(otpCard.secret, 0));
  expect(errCodeOrStatus(answer)).toBe('016');
});

test('a wrong first step is refused with its counters and returns no token', async ({ browser: park }) => {
  await checkPolicy(park, 'park');
  const { status, json } = await sendFirstStep(park, 'park', { otp: 'wrong' });
  expect(status).toBe(400);
  expect(json).toMatchObject({ errCode: '001', failCount: 1, maxCount: 5 });
  expect(json).not.toHaveProperty('secondToken');
});

test('of 200 concurrent guesses at the second step none over the limit is checked', async () => {
  const { server, park } = await parkAfterFirstStep({ limits: { failuresPerMinute: 1000 } });
  const correctCode = codeNow(mobileApp.secret, server.clock.now);
  const wrongCode = codeOtherThan(
    ...[-1, 0, 1].map((offset) => codeNow(mobileApp.secret, server.clock.now, offset)),
  );
  const answers = await Promise.all(
    Array.from({ length: 200 }, () =>
      sendSecondStep({ ...park, browser: park.browser.clone() }, '9', wrongCode),
    ),
  );
  const codes = answers.map(({ json }) => json['errCode']);
  expect(codes.filter((code) => code === '005_1')).toHaveLength(2);
  expect(codes.filter((code) => code === '005_5')).toHaveLength(2);
  expect(codes.filter((code) => code === '005_6')).toHaveLength(196);
  expect(errCodeOrStatus(await sendSecondStep(park, '9', correctCode))).toBe('005_6');
});

test('of 200 concurrent guesses at the first of two steps none over the limit is checked', async () => {
  const { browser } = await testServer({ limits: { failuresPerMinute: 1000 } });
  const park = browser();
  await checkPolicy(park, 'park');
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => sendFirstStep(park.clone(), 'park', { otp: `guess ${index}` })),
  );
  expect(answers.filter(({ json }) => json['errCode'] === '001')).toHaveLength(4);
  expect(answers.filter(({ json }) => json['errCode'] === '001_1')).toHaveLength(196);
});

describe('the choices of a screen', () => {
  const policyOf = async (server: TestServer) => (await checkPolicy(server.browser(), 'park')).json;

  test('can make the token the default of the next second step, and undo it', async () => {
    const { server, park } = await parkAfterFirstStep();
    await sendSecondStep(park, '7', codeAt(otpCard.secret, 0), { fixed: 'Y' });
    expect(await policyOf(server)).toMatchObject({
      secondFixedToken: { authType: '7' },
      secondTokenPriority: { hwOtp: 1, sms: 2, mobileOtp: 3, internalMail: 4, yubikey: 5 },
    });
    const again = await proveFirstStep(server.browser(), 'park');
    await sendSecondStep(again, '9', codeNow(mobileApp.secret, server.clock.now));
    expect((await policyOf(server))['secondFixedToken']).toEqual({ authType: '7' });
    const third = await proveFirstStep(server.browser(), 'park');
    await sendSecondStep(third, '7', codeAt(otpCard.secret, 1));
    expect(await policyOf(server)).toMatchObject({
      secondFixedToken: null,
      secondTokenPriority: { sms: 1, mobileOtp: 2, hwOtp: 3 },
    });
  });

  test.for([
    ['YN', { authType: '-1', alwaysSend: 'N' }],
    ['YY', { authType: '-1', alwaysSend: 'Y' }],
    ['NY', null],
    ['', null],
    ['maybe', null],
  ] as const)('store the default method of the first step: %j', async ([firstFixed, fixedToken]) => {
    const { server, park } = await parkAfterFirstStep();
    await sendSecondStep(park, '7', codeAt(otpCard.secret, 0), { firstFixed });
    expect((await policyOf(server))['fixedToken']).toEqual(fixedToken);
  });

  test('are not stored when the second step is refused', async () => {
    const { server, park } = await parkAfterFirstStep();
    await sendSecondStep(park, '7', 'wrong', { fixed: 'Y', firstFixed: 'YN' });
    expect(await policyOf(server)).toMatchObject({ fixedToken: null, secondFixedToken: null });
  });
});

test('a required change of the password is reported after the second step', async () => {
  const policy = { id: 'expired-and-two', users: ['seo'], ...twoSteps({ emergencyCode: 1 }) };
  const server = await testServer({ policies: [policy] });
  const seo = await proveFirstStep(server.browser(), 'seo');
  vi.spyOn(methodOf(server, TYPE_CODES.emergency), 'verify').mockResolvedValueOnce({
    passed: true,
    by: 'emergencyCode',
  });
  const { json } = await sendSecondStep(seo, '0', 'CODE');
  expect(json).toMatchObject({ to: '/change', expiredDay: '2026-01-31 23:59:59' });
  expect((await seo.browser.call('GET', '/summary/auth')).json['isAlreadyAuth']).toBe(false);
});
