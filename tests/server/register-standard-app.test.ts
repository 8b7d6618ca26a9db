import { expect, test } from 'vitest';
import { twoSteps } from '#tests/support/server/config-parts.ts';
import { finishIdentityCheck, reLogin, tokenOf } from '#tests/support/server/identity.ts';
import { requestPush } from '#tests/support/server/push.ts';
import { openRegistration, type Registration } from '#tests/support/server/registration.ts';
import { proveFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { testServer } from '#tests/support/server/server.ts';
import { checkPolicy } from '#tests/support/server/steps.ts';
import { codeNow, codeOtherThan } from './methods/device-codes.ts';
import { enter, logIn, verdictOf } from './methods/steps.ts';

const STANDARD = '/data/portal/mobileapp/provision/standard';
const STEP = 30_000;
const APP = '9';

const POLICY = {
  id: 'p',
  users: ['noh'],
  authType: 'otp',
  selfAuth: ['sms'],
  cubeLogin: ['sms'],
  management: true,
};

async function stage(userId = 'noh', file: Readonly<Record<string, unknown>> = {}) {
  const server = await testServer(file);
  const person = await openRegistration(server, userId);
  const make = async (who: Registration = person, language = 'en') =>
    who.call('POST', `${STANDARD}/secret`, { body: { userId }, headers: { 'X-Language': language } });
  const secretOf = async () => String((await make()).json['secret']);
  const confirm = async (otp: string) => person.call('POST', STANDARD, { body: { userId, otp } });
  const at = (secret: string, offset = 0) => codeNow(secret, server.clock.now, offset);
  return { server, person, make, secretOf, confirm, at };
}

test('the picture names portal and person for authenticators, in both languages', async () => {
  const { make } = await stage('noh', { branding: { name: { ko: '한빛: 인증', en: 'Hanbit & Co' } } });
  for (const [language, issuer] of [
    ['ko', '한빛  인증'],
    ['en', 'Hanbit & Co'],
  ] as const) {
    const { secret, uri } = (await make(undefined, language)).json;
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

test('one code registers it, each code signs in once, and it gets no push', async () => {
  const { server, make, secretOf, confirm, at, person } = await stage('lim');
  const old = await secretOf();
  const secret = await secretOf();
  expect(secret).not.toBe(old);
  expect(verdictOf(await confirm(at(old)))).toBe('005_1');
  expect(verdictOf(await confirm(at(secret, 5)))).toBe('005_1');
  expect((await confirm(at(secret, 3))).json).toEqual({ status: 200 });
  expect(verdictOf(await confirm(at(secret, 3)))).toBe('secretExpired');
  const { json } = await person.call('GET', '/data/portal/factors?userId=lim');
  const app = {
    type: APP,
    description: { app: 'standard', isOffline: true, deviceName: '' },
    lastUsedAt: null,
  };
  expect(json['factors']).toMatchObject([app]);
  expect((await checkPolicy(server.browser(), 'lim')).json).toMatchObject({
    userToken: { mobileApp: 'offline' },
  });
  const lim = await enter(server, 'lim');
  expect(verdictOf(await requestPush(lim.browser, 'lim'))).toBe('009');
  expect(verdictOf(await logIn(lim, APP, at(secret, 3)))).toBe('005_2');
  server.wait(STEP);
  expect((await logIn(lim, APP, at(secret, 3))).status).toBe(200);
  expect(JSON.stringify(server.logged)).not.toContain(secret);
  await make();
  const tables = ['registration_drafts', 'mobile_apps', 'submissions'];
  for (const table of tables)
    expect(JSON.stringify(await server.db.prepare(`SELECT * FROM ${table}`).all())).not.toContain(secret);
});

test('passes the second step and the identity check, by each code once', async () => {
  const policy = {
    ...POLICY,
    ...twoSteps({ mobileOtp: 1 }),
    selfAuth: ['sms', 'mobileOtp'],
    appOtp: { standard: true },
  };
  const { server, secretOf, confirm, at } = await stage('noh', { policies: [policy] });
  const secret = await secretOf();
  await confirm(at(secret));
  const noh = await proveFirstStep(server.browser(), 'noh');
  expect(verdictOf(await sendSecondStep(noh, APP, at(secret)))).toBe('005_2');
  server.wait(STEP);
  expect((await sendSecondStep(noh, APP, at(secret))).status).toBe(200);
  const { browser, policyId } = await enter(server, 'noh');
  const token = tokenOf(await reLogin(browser, 'noh', policyId));
  const check = async () => verdictOf(await finishIdentityCheck(browser, 'noh', token, APP, at(secret)));
  expect(await check()).toBe('005_2');
  server.wait(STEP);
  expect(await check()).toBe(200);
});

test('a secret is valid once, for five minutes', async () => {
  const { server, secretOf, confirm, at } = await stage();
  expect(verdictOf(await confirm('123456'))).toBe('secretExpired');
  const secret = await secretOf();
  for (const otp of ['12345', '1234567', 'abcdef', '']) expect(verdictOf(await confirm(otp))).toBe('005_4');
  const heard = await Promise.all([confirm(at(secret)), confirm(at(secret))]);
  expect(heard.map(verdictOf).toSorted()).toEqual([200, 'secretExpired']);
  const late = await secretOf();
  server.wait(300_000);
  expect(verdictOf(await confirm(at(late)))).toBe('secretExpired');
});

test('five wrong codes stop it for half an hour, whatever the secret', async () => {
  const { secretOf, confirm, at } = await stage();
  for (let tried = 0; tried < 5; tried++) {
    const secret = await secretOf();
    const shown = Array.from({ length: 9 }, (_, index) => at(secret, index - 4));
    expect(verdictOf(await confirm(codeOtherThan(...shown)))).toBe('005_1');
  }
  const refused = await confirm(at(await secretOf()));
  expect([refused.status, verdictOf(refused), refused.headers.get('Retry-After')]).toEqual([
    429,
    'tooManyTries',
    '1800',
  ]);
});

test.for([
  ['the policy does not allow it', { ...POLICY, methods: ['pw', 'mobileOtp'] }, 'notAllowed'],
  ['only pushes count', { ...POLICY, methods: ['pw', 'push'], appOtp: { standard: true } }, 'notAllowed'],
  [
    'a second step takes it',
    { ...POLICY, methods: ['pw'], secondTokenPriority: { mobileOtp: 1 }, appOtp: { standard: true } },
    200,
  ],
] as const)('%s', async ([, policy, verdict]) => {
  const { server, make, confirm } = await stage('noh', { policies: [policy] });
  const { json } = await checkPolicy(server.browser(), 'noh');
  expect((json['cubeLogin'] as { standard?: string }).standard).toBe(verdict === 200 ? 'Y' : undefined);
  expect(verdictOf(await make())).toBe(verdict);
  expect(verdictOf(await confirm('123456'))).toBe(verdict === 200 ? '005_1' : verdict);
});

test.for([
  ['kang', '013_1'],
  ['kwon', '013'],
] as const)('a licence without apps allows no authenticator: %s', async ([userId, errCode]) => {
  const { make } = await stage(userId);
  expect(verdictOf(await make())).toBe(errCode);
});
