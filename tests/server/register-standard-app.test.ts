import { expect, test } from 'vitest';
import { twoSteps } from '#tests/support/server/config-parts.ts';
import { finishIdentityCheck, reLogin, tokenOf } from '#tests/support/server/identity.ts';
import { requestPush } from '#tests/support/server/push.ts';
import { openRegistration, type Registration } from '#tests/support/server/registration.ts';
import { proveFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy } from '#tests/support/server/steps.ts';
import { codeNow, codeOtherThan } from './methods/device-codes.ts';
import { enter, errCodeOrStatus, logIn } from './methods/steps.ts';

const STANDARD_PATH = '/data/portal/mobileapp/provision/standard';
const TIME_STEP = 30_000;
const APP_TYPE_CODE = '9';

const POLICY = {
  id: 'p',
  users: ['noh'],
  authType: 'otp',
  selfAuth: ['sms'],
  cubeLogin: ['sms'],
  management: true,
};

async function setUp(userId = 'noh', file: Readonly<Record<string, unknown>> = {}) {
  const server = await testServer(file);
  const person = await openRegistration(server, userId);
  const requestSecret = async (registration: Registration = person, language = 'en') =>
    registration.call('POST', `${STANDARD_PATH}/secret`, {
      body: { userId },
      headers: { 'X-Language': language },
    });
  const newSecret = async () => String((await requestSecret()).json['secret']);
  const confirm = async (otp: string) => person.call('POST', STANDARD_PATH, { body: { userId, otp } });
  const codeOf = (secret: string, offset = 0) => codeNow(secret, server.clock.now, offset);
  return { server, person, requestSecret, newSecret, confirm, codeOf };
}

test('the otpauth address of a secret names portal and person, in both languages', async () => {
  const { requestSecret } = await setUp('noh', {
    branding: { name: { ko: '한빛: 인증', en: 'Hanbit & Co' } },
  });
  for (const [language, issuer] of [
    ['ko', '한빛  인증'],
    ['en', 'Hanbit & Co'],
  ] as const) {
    const { secret, uri } = (await requestSecret(undefined, language)).json;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(uri).toMatch(/^otpauth:\/\/totp\/[\w%.-]+:noh\?[\w%.=&-]+$/);
    const { pathname, searchParams } = new URL(String(uri));
    expect(decodeURIComponent(pathname)).toBe(`/${issuer}:noh`);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ secret, issuer },
      ...{ algorithm: 'SHA1', digits: '6', period: '30' },
    });
  }
});

test('one code registers a standard authenticator, each code signs in once, and it gets no push', async () => {
  const { server, requestSecret, newSecret, confirm, codeOf, person } = await setUp('lim');
  const old = await newSecret();
  const secret = await newSecret();
  expect(secret).not.toBe(old);
  expect(errCodeOrStatus(await confirm(codeOf(old)))).toBe('005_1');
  expect(errCodeOrStatus(await confirm(codeOf(secret, 5)))).toBe('005_1');
  expect((await confirm(codeOf(secret, 3))).json).toEqual({ status: 200 });
  expect(errCodeOrStatus(await confirm(codeOf(secret, 3)))).toBe('secretExpired');
  const { json } = await person.call('GET', '/data/portal/factors?userId=lim');
  const app = {
    type: APP_TYPE_CODE,
    description: { app: 'standard', isOffline: true, deviceName: '' },
    lastUsedAt: null,
  };
  expect(json['factors']).toMatchObject([app]);
  expect((await checkPolicy(server.browser(), 'lim')).json).toMatchObject({
    userToken: { mobileApp: 'offline' },
  });
  const lim = await enter(server, 'lim');
  expect(errCodeOrStatus(await requestPush(lim.browser, 'lim'))).toBe('009');
  expect(errCodeOrStatus(await logIn(lim, APP_TYPE_CODE, codeOf(secret, 3)))).toBe('005_2');
  server.wait(TIME_STEP);
  expect((await logIn(lim, APP_TYPE_CODE, codeOf(secret, 3))).status).toBe(200);
  expect(JSON.stringify(server.logged)).not.toContain(secret);
  await requestSecret();
  const tables = ['registration_drafts', 'mobile_apps', 'idempotent_requests'];
  for (const table of tables)
    expect(JSON.stringify(await server.db.prepare(`SELECT * FROM ${table}`).all())).not.toContain(secret);
});

test('a standard authenticator passes the second step and the identity check, by each code once', async () => {
  const policy = {
    ...POLICY,
    ...twoSteps({ mobileOtp: 1 }),
    selfAuth: ['sms', 'mobileOtp'],
    appOtp: { standard: true },
  };
  const { server, newSecret, confirm, codeOf } = await setUp('noh', { policies: [policy] });
  const secret = await newSecret();
  await confirm(codeOf(secret));
  const noh = await proveFirstStep(server.browser(), 'noh');
  expect(errCodeOrStatus(await sendSecondStep(noh, APP_TYPE_CODE, codeOf(secret)))).toBe('005_2');
  server.wait(TIME_STEP);
  expect((await sendSecondStep(noh, APP_TYPE_CODE, codeOf(secret))).status).toBe(200);
  const { browser, policyId } = await enter(server, 'noh');
  const token = tokenOf(await reLogin(browser, 'noh', policyId));
  const check = async () =>
    errCodeOrStatus(await finishIdentityCheck(browser, 'noh', token, APP_TYPE_CODE, codeOf(secret)));
  expect(await check()).toBe('005_2');
  server.wait(TIME_STEP);
  expect(await check()).toBe(200);
});

test('a secret is valid once, for five minutes', async () => {
  const { server, newSecret, confirm, codeOf } = await setUp();
  expect(errCodeOrStatus(await confirm('123456'))).toBe('secretExpired');
  const secret = await newSecret();
  for (const otp of ['12345', '1234567', 'abcdef', ''])
    expect(errCodeOrStatus(await confirm(otp))).toBe('005_4');
  const answers = await Promise.all([confirm(codeOf(secret)), confirm(codeOf(secret))]);
  expect(answers.map(errCodeOrStatus).toSorted()).toEqual([200, 'secretExpired']);
  const expiredSecret = await newSecret();
  server.wait(300_000);
  expect(errCodeOrStatus(await confirm(codeOf(expiredSecret)))).toBe('secretExpired');
});

test('five wrong codes stop the registration for half an hour, whatever the secret', async () => {
  const { newSecret, confirm, codeOf } = await setUp();
  for (let tried = 0; tried < 5; tried++) {
    const secret = await newSecret();
    const validCodes = Array.from({ length: 9 }, (_, index) => codeOf(secret, index - 4));
    expect(errCodeOrStatus(await confirm(codeOtherThan(...validCodes)))).toBe('005_1');
  }
  const refusal = await confirm(codeOf(await newSecret()));
  expect([refusal.status, errCodeOrStatus(refusal), refusal.headers.get('Retry-After')]).toEqual([
    429,
    'tooManyTries',
    '1800',
  ]);
});

test.for([
  ['the policy does not allow it', { ...POLICY, methods: ['pw', 'mobileOtp'] }, 'notAllowed'],
  [
    'only pushes are accepted',
    { ...POLICY, methods: ['pw', 'push'], appOtp: { standard: true } },
    'notAllowed',
  ],
  [
    'a second step accepts it',
    { ...POLICY, methods: ['pw'], secondTokenPriority: { mobileOtp: 1 }, appOtp: { standard: true } },
    200,
  ],
] as const)(
  'a standard authenticator can be registered only as the policy allows: %s',
  async ([, policy, outcome]) => {
    const { server, requestSecret, confirm } = await setUp('noh', { policies: [policy] });
    const { json } = await checkPolicy(server.browser(), 'noh');
    expect((json['cubeLogin'] as { standard?: string }).standard).toBe(outcome === 200 ? 'Y' : undefined);
    expect(errCodeOrStatus(await requestSecret())).toBe(outcome);
    expect(errCodeOrStatus(await confirm('123456'))).toBe(outcome === 200 ? '005_1' : outcome);
  },
);

test.for([
  ['kang', '013_1'],
  ['kwon', '013'],
] as const)('a licence without apps allows no authenticator: %s', async ([userId, errCode]) => {
  const { requestSecret } = await setUp(userId);
  expect(errCodeOrStatus(await requestSecret())).toBe(errCode);
});
