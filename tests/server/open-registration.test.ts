import { expect } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SPARE_YUBIKEY } from '#server/seed/devices.ts';
import type { Browser } from '#tests/support/server/browser.ts';
import { finishIdentityCheck, reLogin, tokenOf } from '#tests/support/server/identity.ts';
import { tokenByMail } from '#tests/support/server/passwords.ts';
import { openRegistration, type Registration, registrationWith } from '#tests/support/server/registration.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID, checkPolicy, passGate, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { touch } from './methods/device-codes.ts';
import { codeIn, errCodeOrStatus, statusAndErrCode } from './methods/steps.ts';

const MINUTE = 60_000;
const NOH_MAIL = 'noh@hanbit.example';

const mapKey = ({ call, userId }: Registration, session = 0) =>
  call('POST', '/data/portal/yubikey/mapping', { body: { userId, otp: touch(SPARE_YUBIKEY, 1, session) } });

/** Passes the identity check by SMS with this token. */
async function passCheck(server: TestServer, browser: Browser, userId: string, token: string): Promise<void> {
  await browser.call('POST', '/auth/oauth2/send/sms', {
    body: { userId, clientId: CLIENT_ID, content: '' },
    headers: { Authorization: `Bearer ${token}` },
  });
  await finishIdentityCheck(browser, userId, token, '1', codeIn(server, userId, 'sms'));
}

test('each success extends a proof by 10 minutes, up to half an hour', async ({ server }) => {
  const person = await openRegistration(server, 'noh');
  const succeed = async () => {
    await server.portal.devices.yubikeys.unassign('noh', SPARE_YUBIKEY.publicId);
    session += 1;
    return (await mapKey(person, session)).status;
  };
  let session = 0;
  const statuses = [];
  for (let minute = 9; minute <= 18; minute += 9) {
    server.wait(9 * MINUTE);
    statuses.push(await succeed());
  }
  server.wait(9 * MINUTE);
  statuses.push(await succeed());
  expect(statuses).toEqual([200, 200, 200]);
  server.wait(2 * MINUTE);
  expect(errCodeOrStatus(await mapKey(person))).toBe('notAuthorized');
});

test('a disabled account registers nothing', async ({ server }) => {
  const person = await openRegistration(server, 'noh');
  await server.db.prepare("UPDATE accounts SET status = 'disabled' WHERE user_id = 'noh'").run();
  expect(errCodeOrStatus(await mapKey(person))).toBe('002');
});

const KEYS_ALONE = {
  id: 'keys',
  users: ['lee', 'noh'],
  authType: 'otp',
  methods: ['yubikey', 'fido2Token'],
  selfAuth: ['sms', 'internalMail'],
  cubeLogin: ['sms'],
  management: true,
} as const;

test('a code by mail is not enough when the policy requires a key that is registered', async () => {
  const server = await testServer({ policies: [KEYS_ALONE] });
  const lee = await openRegistration(server, 'lee', { channel: 'inmail' });
  expect(statusAndErrCode(await mapKey(lee))).toEqual([403, 'tooWeak']);
});

const authenticatorPath = (userId: string) => `/data/sso/authenticator/${userId}?clientId=demo-oidc`;

test('the registered factors say that a sign-in is required, except for 10 minutes after one', async () => {
  const server = await testServer({ policies: [KEYS_ALONE] });
  const lee = server.browser();
  await checkPolicy(lee, 'lee');
  expect((await lee.call('GET', authenticatorPath('lee'))).json['mustSignIn']).toBe(true);
  const session = await server.portal.sessions.open(lee.cookieHeader);
  if (!session) throw new Error('There is no session');
  const at = server.clock.now;
  const proof = { methods: ['yubikey'], provedAt: [at] } as const;
  await server.portal.sessions.recordLogin(session, { userId: 'lee', ...proof, steps: 1, at });
  expect((await lee.call('GET', authenticatorPath('lee'))).json).not.toHaveProperty('mustSignIn');
  server.wait(11 * MINUTE);
  await checkPolicy(lee, 'lee');
  expect((await lee.call('GET', authenticatorPath('lee'))).json['mustSignIn']).toBe(true);
});

test('the registered factors do not require a sign-in when the identity check is enough', async () => {
  const strict = await testServer({ policies: [KEYS_ALONE] });
  const noh = strict.browser();
  await checkPolicy(noh, 'noh');
  expect((await noh.call('GET', authenticatorPath('noh'))).json).not.toHaveProperty('mustSignIn');
  const plain = await testServer();
  const lee = plain.browser();
  await checkPolicy(lee, 'lee');
  expect((await lee.call('GET', authenticatorPath('lee'))).json).not.toHaveProperty('mustSignIn');
});

test('the password and an identity check are enough for a first key, but not for another factor', async () => {
  const server = await testServer({ policies: [KEYS_ALONE] });
  const noh = await openRegistration(server, 'noh');
  expect((await mapKey(noh)).status).toBe(200);
  expect(errCodeOrStatus(await noh.call('GET', '/data/portal/mobileapp/provision/generation/noh'))).toBe(
    'tooWeak',
  );
});

test('a login of the last 10 minutes is enough to register a key', async () => {
  const server = await testServer({ policies: [KEYS_ALONE] });
  const browser = server.browser();
  const { portal } = server;
  await checkPolicy(browser, 'lee');
  const session = await portal.sessions.open(browser.cookieHeader);
  if (!session) throw new Error('There is no session');
  const at = server.clock.now;
  const login = { userId: 'lee', methods: ['yubikey'], provedAt: [at], steps: 1, at } as const;
  await portal.sessions.recordLogin(session, login);
  const lee = await openRegistration(server, 'lee', { browser });
  server.wait(9 * MINUTE);
  expect((await mapKey(lee)).status).toBe(200);
  server.wait(2 * MINUTE);
  expect(errCodeOrStatus(await mapKey(lee, 1))).toBe('tooWeak');
});

test('only factor types that the policy names or ranks can be registered', async ({ server }) => {
  const kim = await openRegistration(server, 'kim');
  expect([(await mapKey(kim)).status, errCodeOrStatus(await mapKey(kim))]).toEqual([403, 'notAllowed']);
  const park = await openRegistration(server, 'park');
  expect((await mapKey(park)).status).toBe(200);
  const start = { username: 'park', keyname: 'x', tenantId: CLIENT_ID };
  expect(errCodeOrStatus(await park.call('POST', '/start', { body: start }))).toBe('notAllowed');
});

test('under a policy of two steps a registration does not complete the login', async () => {
  const server = await testServer();
  const browser = server.browser();
  const { json } = await checkPolicy(browser, 'park');
  const firstStep = await browser.call('POST', '/login/oidc', {
    body: { clientId: CLIENT_ID, userId: 'park', type: '-1', otp: SEED_PASSWORD, fidoStatus: '' },
  });
  expect(firstStep.status).toBe(200);
  const token = tokenOf(await reLogin(browser, 'park', String(json['policyId'])));
  await passCheck(server, browser, 'park', token);
  const park = registrationWith(browser, 'park', token);
  expect((await mapKey(park)).status).toBe(200);
  await park.call('POST', '/data/portal/default', { body: { type: 'oidc', userId: 'park', default: '8' } });
  expect(await server.portal.secondStepDefaults.find('park')).toBe('8');
  expect(await server.portal.firstStepDefaults.find('park')).toBeNull();
  const session = await server.portal.sessions.open(browser.cookieHeader);
  expect(session && (await server.portal.sessions.findLogin(session))).toBeNull();
});

test('an identity check by a method that the policy excludes registers nothing', async () => {
  const server = await testServer({ policies: [{ ...KEYS_ALONE, selfAuth: ['sms'] }] });
  const browser = server.browser();
  const { json } = await checkPolicy(browser, 'noh');
  await reLogin(browser, 'noh', String(json['policyId']));
  const token = await tokenByMail(server, browser, 'noh', NOH_MAIL);
  expect(statusAndErrCode(await mapKey(registrationWith(browser, 'noh', token)))).toEqual([
    403,
    'notAllowed',
  ]);
});

test('the password of a registration does not replace the password gate of a login', async () => {
  const server = await testServer({
    policies: [{ id: 'gated', users: ['noh'], authType: 'other', methods: ['pw', 'sms'], selfAuth: ['sms'] }],
  });
  const noh = await openRegistration(server, 'noh');
  expect(errCodeOrStatus(await passGate(noh.browser, 'noh', 'wrong'))).toBe('016');
  expect(errCodeOrStatus(await signIn(noh.browser, 'noh', { tokenCode: '1', secret: '123456' }))).toBe(
    'notAuthorized',
  );
});
