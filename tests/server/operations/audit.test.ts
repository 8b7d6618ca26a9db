import { expect } from 'vitest';
import type { AuditLine } from '#server/operations/audit/line.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SEEDED_DEVICES } from '#server/seed/devices.ts';
import { codeAt, codeNow, touch } from '#tests/server/methods/device-codes.ts';
import { challengeFor, enterWithPasskey } from '#tests/server/methods/passkey-steps.ts';
import { requestPushId } from '#tests/server/methods/push-setup.ts';
import { codeIn, enter, errCodeOrStatus, logIn, send } from '#tests/server/methods/steps.ts';
import { approve, createQr, pollQr } from '#tests/server/qr-phone.ts';
import {
  GIL,
  openLink,
  savePassword,
  sendPasswordLink,
  tokenByMail,
  VALID_PASSWORD,
} from '#tests/support/server/passwords.ts';
import { phoneOf } from '#tests/support/server/push.ts';
import { openRegistration } from '#tests/support/server/registration.ts';
import { longSecrets, secretsIn, watchSecrets } from '#tests/support/server/secrets.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { secretOf } from '#tests/support/server/software-authenticator.ts';
import { CLIENT_ID, checkPolicy, firstStep, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';

const summaryOf = ({ event, result, account, client, method }: AuditLine): string =>
  [event, result, account, client, method].filter(Boolean).join(' ');

/** Uses each method of `lee` and `lim`, most of them with a wrong secret first. */
async function useMethods(server: TestServer): Promise<void> {
  const { lee: devices } = SEEDED_DEVICES;
  const passkeyOwner = await enterWithPasskey(server, 'lee');
  const correctSecrets: readonly (readonly [typeCode: string, secret: string | (() => Promise<string>)])[] = [
    ['0', devices.emergencyCode.code],
    ['7', codeAt(devices.otpCard.secret, 0)],
    ['8', touch(devices.yubikeyFirst, 1, 0)],
    ['9', codeNow(devices.mobileApp.secret, server.clock.now)],
    ['12', async () => secretOf(passkeyOwner.authenticator.assertion(await challengeFor(passkeyOwner)))],
  ];
  for (const [typeCode, secret] of correctSecrets) {
    const lee = typeCode === '12' ? passkeyOwner : await enter(server, 'lee');
    await logIn(lee, typeCode, typeCode === '12' ? 'wrong-assertion' : '123-wrong-456');
    const correctSecret = typeof secret === 'string' ? secret : await secret();
    expect([typeCode, errCodeOrStatus(await logIn(lee, typeCode, correctSecret))]).toEqual([typeCode, 200]);
  }
  for (const [typeCode, channel] of [
    ['1', 'sms'],
    ['2', 'inmail'],
    ['3', 'exmail'],
  ] as const) {
    const lee = await enter(server, 'lee');
    await send(lee, channel);
    await logIn(lee, typeCode, '000000');
    const login = await logIn(lee, typeCode, codeIn(server, 'lee', channel));
    expect([typeCode, errCodeOrStatus(login)]).toEqual([typeCode, 200]);
  }
  const lim = await enter(server, 'lim');
  const pushId = await requestPushId(lim);
  await phoneOf(server, 'lim').approveShown(pushId);
  expect(errCodeOrStatus(await logIn(lim, '10', pushId, { check: 'A' }))).toBe(200);
  const qrBrowser = server.browser();
  const qrId = String((await createQr(qrBrowser)).json['qrId']);
  await pollQr(qrBrowser, qrId);
  await approve(server, qrId);
  await pollQr(qrBrowser, qrId);
  const policyId = String((await checkPolicy(qrBrowser, 'lim')).json['policyId']);
  await logIn({ browser: qrBrowser, userId: 'lim', policyId }, '11', qrId, { check: 'A' });
}

test('every method is audited when refused and when it signs in, without secrets', async ({ server }) => {
  const secrets = watchSecrets(server);
  await signIn(server.browser(), 'kim', { secret: 'Wrong-password1!' });
  await signIn(server.browser(), 'kim');
  await useMethods(server);
  const lines = server.audited.map(summaryOf);
  for (const [account, method, errCode] of [
    ['kim', 'pw', '001'],
    ['lee', 'emergencyCode', '004'],
    ['lee', 'hwOtp', '005_4'],
    ['lee', 'yubikey', '005_4'],
    ['lee', 'mobileOtp', '005_4'],
    ['lee', 'fido2Token', '005_4'],
    ['lee', 'sms', '005_1'],
    ['lee', 'internalMail', '005_1'],
    ['lee', 'privateMail', '005_1'],
    ['lim', 'push', null],
  ] as const) {
    if (errCode) expect(lines).toContain(`login.refused ${errCode} ${account} ${CLIENT_ID} ${method}`);
    expect(lines).toContain(`login.passed ok ${account} ${CLIENT_ID} ${method}`);
    expect(lines).toContain(`login.completed ok ${account} ${CLIENT_ID} ${method}`);
  }
  expect(lines.filter((line) => line.startsWith('phone.'))).toEqual([
    'phone.approved ok lim push',
    'phone.approved ok lim qr',
  ]);
  expect(longSecrets(secrets).length).toBeGreaterThan(30);
  expect(longSecrets(secrets)).toContain(SEED_PASSWORD);
  expect(secretsIn(server.audited, secrets)).toEqual([]);
});

test('a typed ID is audited only if it belongs to an account', async ({ server }) => {
  await checkPolicy(server.browser(), 'MyPassw0rd!');
  await checkPolicy(server.browser(), 'KIM', 'no-such-service');
  expect(server.audited.map(summaryOf)).toEqual([
    `login.refused 000 ${CLIENT_ID}`,
    'login.refused 016_1 kim',
  ]);
});

test('the guess that locks an account is audited as a lock once, later ones as refusals', async () => {
  const server = await testServer({ lock: { maxFailures: 2 } });
  for (let guess = 0; guess < 3; guess++) await signIn(server.browser(), 'kim', { secret: 'wrong' });
  expect(server.audited.map(summaryOf)).toEqual([
    `login.refused 001 kim ${CLIENT_ID} pw`,
    `login.locked ok kim ${CLIENT_ID} pw`,
    `login.refused 001_1 kim ${CLIENT_ID} pw`,
    `login.refused 001_1 kim ${CLIENT_ID} pw`,
  ]);
});

test('a sign-out and the address of a sign-in are audited', async () => {
  const server = await testServer({ trustProxy: true });
  const kim = server.browser();
  const { json } = await checkPolicy(kim, 'kim');
  const headers = {
    'X-Forwarded-For': '203.0.113.9',
    'X-Request-Id': 'proxy-0001',
    'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/150.0',
  };
  await kim.call('POST', '/authenticate', {
    body: { userId: 'kim', userPassword: firstStep({ policyId: String(json['policyId']) }) },
    headers,
  });
  await kim.visit('/logout', { 'Sec-Fetch-Site': 'same-origin' });
  expect(server.audited.at(1)).toMatchObject({
    event: 'login.completed',
    time: '2026-11-20T03:00:00.000Z',
    address: '203.0.113.9',
    browser: 'Firefox · Windows',
    request: 'proxy-0001',
  });
  expect(server.audited.at(-1)).toMatchObject({ event: 'session.ended', account: 'kim', way: 'portal' });
});

test('an identity check, a new password and a registration are audited', async ({ server, browser: gil }) => {
  const ak = await sendPasswordLink(server, 'gil', 'change');
  await openLink(gil, 'gil', 'not-the-link');
  await openLink(gil, 'gil', ak);
  const token = await tokenByMail(server, gil, 'gil', GIL.mail);
  await savePassword(gil, 'PUT', 'gil', token, 'short');
  await savePassword(gil, 'PUT', 'gil', token, VALID_PASSWORD);
  const lee = await openRegistration(server, 'lee');
  await lee.call('POST', '/data/portal/yubikey/mapping', { body: { userId: 'lee', otp: 'c'.repeat(44) } });
  expect(server.audited.map(summaryOf)).toEqual([
    `password.refused urlInvalid gil ${CLIENT_ID}`,
    `identity.matched ok gil ${CLIENT_ID} inmail`,
    `identity.passed ok gil ${CLIENT_ID} internalMail`,
    'password.refused ruleViolation gil',
    `password.changed ok gil ${CLIENT_ID}`,
    `login.passed ok lee ${CLIENT_ID} pw`,
    `identity.passed ok lee ${CLIENT_ID} sms`,
    'factor.refused 008 lee',
  ]);
  expect(JSON.stringify(server.audited)).not.toContain(VALID_PASSWORD);
});
