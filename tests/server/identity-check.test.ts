import { describe, expect } from 'vitest';
import { codeOf, timeStep } from '#server/login/otp/one-time-password.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import {
  finishIdentityCheck,
  identityToken,
  reLogin,
  requestAccessToken,
  tokenOf,
  verifyPerson,
} from '#tests/support/server/identity.ts';
import { checkPush, phoneOf, requestPush, withdrawPush } from '#tests/support/server/push.ts';
import { testServer } from '#tests/support/server/server.ts';
import { bearer } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { codeIn, enter, errCodeOrStatus, logIn, sendWith } from './methods/steps.ts';

const KIM = { phone: '010-2345-6789', mail: 'haneul.kim@hanbit.example' };
const LEE = { phone: '010-3456-7890', mail: 'doyun.lee@hanbit.example' };

const MINUTE = 60_000;

describe('the verification call', () => {
  test.for([
    [KIM.phone, {}],
    ['01023456789', { lastName: '김', firstName: '하늘' }],
    ['+82 10 2345 6789', { lastName: ' KIM ', firstName: 'haneul' }],
    ['Haneul.Kim@HANBIT.example', { type: 'inmail' }],
    ['skyblue@mail.example', { type: 'exmail', firstName: 'Haneul' }],
  ] as const)('accepts %s with %o as the data of kim', async ([info, details]) => {
    const { browser } = await enter(await testServer(), 'kim');
    const { status, json } = await verifyPerson(browser, 'kim', info, details);
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        status: 200,
        phoneNumber: '010-****-6789',
        internalMail: 'ha********@hanbit.example',
        privateMail: 'sk*****@mail.example',
      },
    });
  });

  test.for([
    ['kim', '010-2345-6780', {}],
    ['kim', '', {}],
    ['kim', KIM.phone, { lastName: '이' }],
    ['kim', KIM.phone, { firstName: 'Doyun' }],
    ['kim', KIM.mail, { type: 'phoneNumber' }],
    ['kim', KIM.mail, { type: 'exmail' }],
    ['yoon', KIM.phone, {}],
    ['jung', '010-0000-0000', {}],
  ] as const)('refuses %s with %s and %o, always with the same answer', async ([userId, info, details]) => {
    const { browser } = await enter(await testServer(), userId);
    const refused = await verifyPerson(browser, userId, info, details);
    expect(refused.json).toEqual({
      status: 400,
      errCode: 'noMatch',
      message: 'User information does not match.',
    });
    expect((await finishIdentityCheck(browser, userId, 'none', '1', '000000')).status).toBe(401);
  });

  test('allows five guesses, also concurrent ones, and does not lock the password', async ({ server }) => {
    const { browser } = await enter(server, 'kim');
    const guesses = Array.from({ length: 200 }, (_, index) => `010-0000-${String(index).padStart(4, '0')}`);
    const answers = await Promise.all(guesses.map((guess) => verifyPerson(browser, 'kim', guess)));
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
    const refused = await verifyPerson(browser, 'kim', KIM.phone);
    expect([refused.status, errCodeOrStatus(refused), refused.headers.get('Retry-After')]).toEqual([
      429,
      'identityLocked',
      '1800',
    ]);
    expect((await logIn(await enter(server, 'kim'), '-1', 'Munjigi!2026')).status).toBe(200);
    server.wait(30 * MINUTE);
    expect((await verifyPerson((await enter(server, 'kim')).browser, 'kim', KIM.phone)).status).toBe(200);
  });
});

describe('the token of the check', () => {
  test('is issued within a minute after the verification; later the same call issues a token for a login', async ({
    server,
  }) => {
    const { browser } = await enter(server, 'lee');
    const token = await identityToken(browser, 'lee', LEE.phone);
    expect((await requestPush(browser, 'lee', { headers: bearer(token) })).status).toBe(200);
    server.wait(MINUTE + 1);
    const later = tokenOf(await requestAccessToken(browser, 'lee'));
    expect(errCodeOrStatus(await finishIdentityCheck(browser, 'lee', later, '1', '000000'))).toBe(
      'notAuthorized',
    );
  });

  test('allows only the methods of the verified contact', async ({ server }) => {
    const person = await enter(server, 'lee');
    const byPhone = await identityToken(person.browser, 'lee', LEE.phone);
    expect(errCodeOrStatus(await sendWith(person, 'inmail', byPhone))).toBe('018');
    const byMail = await identityToken(person.browser, 'lee', LEE.mail, { type: 'inmail' });
    expect(errCodeOrStatus(await sendWith(person, 'sms', byMail))).toBe('018');
    expect(errCodeOrStatus(await requestPush(person.browser, 'lee', { headers: bearer(byMail) }))).toBe(
      '018',
    );
    expect((await sendWith(person, 'inmail', byMail)).json['result']).toBe(true);
  });

  test('sends a person at most five codes an hour', async ({ server }) => {
    const person = await enter(server, 'lee');
    const token = await identityToken(person.browser, 'lee', LEE.phone);
    for (let sent = 0; sent < 5; sent += 1) expect((await sendWith(person, 'sms', token)).status).toBe(200);
    expect((await sendWith(person, 'sms', token)).json).toMatchObject({
      errCode: 'tooManySends',
      message: 'You have asked too often. Ask again in 60 min.',
    });
    server.wait(60 * MINUTE);
    const laterPerson = await enter(server, 'lee');
    const newToken = await identityToken(laterPerson.browser, 'lee', LEE.phone);
    expect((await sendWith(laterPerson, 'sms', newToken)).status).toBe(200);
  });
});

describe('the check', () => {
  test.for([
    ['1', 'sms', LEE.phone, 'phoneNumber'],
    ['2', 'inmail', LEE.mail, 'inmail'],
    ['3', 'exmail', 'doyun@mail.example', 'exmail'],
  ] as const)('by method %s is passed by the sent code, once', async ([code, channel, info, type]) => {
    const server = await testServer();
    const person = await enter(server, 'lee');
    const token = await identityToken(person.browser, 'lee', info, { type });
    await sendWith(person, channel, token);
    const message = server.outbox.list({ userId: 'lee', channel }).at(-1);
    expect(message?.text).toContain(
      channel === 'sms' ? 'Account change' : 'to change the password or register a method',
    );
    const check = () =>
      finishIdentityCheck(person.browser, 'lee', token, code, codeIn(server, 'lee', channel));
    const answer = await check();
    expect(answer.json).toEqual({ status: 200, result: true });
    expect(answer.headers.getSetCookie()).toHaveLength(1);
    const session = await server.portal.sessions.open(person.browser.cookieHeader);
    const passedCheck =
      session &&
      (await server.portal.passedChecks.find(session, { userId: 'lee', clientId: 'demo-oidc' }, 'identity'));
    expect(passedCheck).toEqual({
      value: { 1: 'sms', 2: 'internalMail', 3: 'privateMail' }[code],
      at: server.clock.now,
    });
    expect(errCodeOrStatus(await check())).toBe('notAuthorized');
  });

  test('accepts a code for five minutes, by its own channel', async ({ server }) => {
    const person = await enter(server, 'lee');
    const token = tokenOf(await reLogin(person.browser, 'lee', person.policyId));
    const check = async (code: string) =>
      errCodeOrStatus(
        await finishIdentityCheck(person.browser, 'lee', token, code, codeIn(server, 'lee', 'inmail')),
      );
    await sendWith(person, 'inmail', token);
    expect(await check('1')).toBe('005_7');
    server.wait(5 * MINUTE);
    expect(await check('2')).toBe('005_3');
    await sendWith(person, 'inmail', token);
    server.wait(5 * MINUTE - 1);
    expect(await check('2')).toBe(200);
  });

  test('accepts a code of the app, which is then used up for a sign-in too', async ({ server }) => {
    const person = await enter(server, 'lee');
    const token = await identityToken(person.browser, 'lee', LEE.phone);
    const { secret, digits, period } = SEEDED_DEVICES.lee.mobileApp;
    const code = codeOf({ secret, digits, algorithm: 'SHA1' }, timeStep(server.clock.now, period));
    expect((await finishIdentityCheck(person.browser, 'lee', token, '9', code)).json['result']).toBe(true);
    expect(errCodeOrStatus(await logIn(person, '9', code))).toBe('005_2');
  });

  test('accepts only its own push', async ({ server }) => {
    const person = await enter(server, 'lee');
    const { browser } = person;
    const token = await identityToken(browser, 'lee', LEE.phone);
    const phone = phoneOf(server, 'lee');
    const loginPushId = String((await requestPush(browser, 'lee')).json['pushId']);
    await phone.approveShown(loginPushId);
    expect(errCodeOrStatus(await finishIdentityCheck(browser, 'lee', token, '10', loginPushId))).toBe(
      '010_2',
    );

    const push = await requestPush(browser, 'lee', { headers: bearer(token) });
    const pushId = String(push.json['pushId']);
    expect((await phone.list()).json['pushes']).toMatchObject([{ purpose: 'identity' }]);
    expect(server.outbox.list({ channel: 'push' }).at(-1)?.subject).toContain('Identity check');
    await phone.approveShown(pushId);
    expect((await checkPush(browser, pushId)).json['check']).toBe('A');
    expect(errCodeOrStatus(await logIn(person, '10', pushId, { check: 'A' }))).toBe('010_2');
    expect((await finishIdentityCheck(browser, 'lee', token, '10', pushId)).json['result']).toBe(true);
  });

  test('withdraws its push', async ({ server }) => {
    const { browser } = await enter(server, 'lee');
    const token = await identityToken(browser, 'lee', LEE.phone);
    const pushId = String((await requestPush(browser, 'lee', { headers: bearer(token) })).json['pushId']);
    expect((await withdrawPush(browser, pushId)).status).toBe(200);
    expect(errCodeOrStatus(await finishIdentityCheck(browser, 'lee', token, '10', pushId))).toBe('010_1');
  });

  test('does not share codes with a login', async ({ server }) => {
    const person = await enter(server, 'lee');
    const token = await identityToken(person.browser, 'lee', LEE.phone);
    await sendWith(person, 'sms', token);
    const checkCode = codeIn(server, 'lee', 'sms');
    expect(errCodeOrStatus(await logIn(person, '1', checkCode))).toBe('005_7');
    server.wait(MINUTE + 1);
    const loginToken = tokenOf(await requestAccessToken(person.browser, 'lee'));
    await sendWith(person, 'sms', loginToken);
    const loginCode = codeIn(server, 'lee', 'sms');
    if (loginCode !== checkCode) {
      expect(errCodeOrStatus(await finishIdentityCheck(person.browser, 'lee', token, '1', loginCode))).toBe(
        '005_1',
      );
    }
    expect((await finishIdentityCheck(person.browser, 'lee', token, '1', checkCode)).json['result']).toBe(
      true,
    );
  });

  test('allows five guesses of a code, also concurrent ones, and locks no sign-in', async ({ server }) => {
    const person = await enter(server, 'lee');
    const token = await identityToken(person.browser, 'lee', LEE.phone);
    await sendWith(person, 'sms', token);
    const correctCode = codeIn(server, 'lee', 'sms');
    const guesses = Array.from({ length: 200 }, (_, index) => String(100_000 + index)).filter(
      (code) => code !== correctCode,
    );
    const answers = await Promise.all(
      guesses.map((guess) => finishIdentityCheck(person.browser, 'lee', token, '1', guess)),
    );
    const codes = answers.map(errCodeOrStatus);
    expect([
      codes.filter((code) => code === '005_1').length,
      codes.filter((code) => code === 'codeVoid').length,
    ]).toEqual([4, 1]);
    expect(
      answers.flatMap(({ json }) => (json['errCode'] === '005_1' ? [json['failCount']] : [])).sort(),
    ).toEqual([1, 2, 3, 4]);
    server.wait(MINUTE);
    const lateAnswer = await finishIdentityCheck(person.browser, 'lee', token, '1', correctCode);
    expect(lateAnswer.json).toMatchObject({ status: 400, result: false, errCode: '005_7' });
    expect(await server.portal.attempts.isLocked('lee', '1')).toBe(false);
  });

  test('is refused as malformed with the fields of a code and of a passkey in one body', async () => {
    const { browser } = await enter(await testServer(), 'lee');
    const body = {
      userId: 'lee',
      clientId: 'demo-oidc',
      otp: '1',
      selfAuthFlag: 'Y',
      otpTypeCode: '12',
      fidoStatus: 'start',
      portalType: 'user',
    };
    expect(errCodeOrStatus(await browser.call('POST', '/auth/oauth2/mfa/check', { body }))).toBe('malformed');
  });
});

test('the masked contacts of a person are returned only after the policy check', async ({ server }) => {
  const { browser } = await enter(server, 'kim');
  const path = '/data/sso/accounts/kim/account-info?clientId=demo-oidc';
  expect((await browser.call('GET', path)).json).toMatchObject({
    setPasswordFlag: 'Y',
    phoneNumber: '010-****-6789',
  });
  expect((await server.browser().call('GET', path)).status).toBe(404);
});
