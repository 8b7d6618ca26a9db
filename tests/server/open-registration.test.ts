import { expect } from 'vitest';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SPARE_CARDS, SPARE_YUBIKEY } from '#server/seed/devices.ts';
import type { Browser, Called } from '#tests/support/server/browser.ts';
import { finishIdentityCheck, identityToken, reLogin, tokenOf } from '#tests/support/server/identity.ts';
import { tokenByMail } from '#tests/support/server/passwords.ts';
import { openRegistration, type Registering, registering } from '#tests/support/server/registration.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { CLIENT_ID, checkPolicy, passGate, signIn } from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { touch } from './methods/device-codes.ts';
import { codeIn, verdictOf } from './methods/steps.ts';

const MINUTE = 60_000;
const NOH_MAIL = 'noh@hanbit.example';

/** Every call of a registration, each with a body that only a good session is answered 200 for. */
const CALLS = [
  ['GET', '/data/portal/mobileapp/provision/generation/noh'],
  ['POST', '/noti/mobileapp/provision/link/demo-oidc', { userId: 'noh', ak: 'x', clientId: CLIENT_ID }],
  ['GET', '/data/portal/mobileapp/provision?userId=noh&time=1'],
  ['POST', '/data/portal/mobileapp/provision/qr', { userId: 'noh', ipAddress: '' }],
  ['POST', '/data/portal/mobileapp/provision/offline/code', { userId: 'noh', clientKey: 'AB12CD34EF56GH78' }],
  ['GET', '/data/portal/mobileapp/provision/offline/code/noh'],
  ['GET', '/data/portal/mobileapp/provision/offline/otp/noh'],
  ['POST', '/data/portal/mobileapp/provision/offline', { userId: 'noh', osType: 'ios' }],
  ['POST', '/data/portal/mobileapp/provision/standard/secret', { userId: 'noh' }],
  ['POST', '/data/portal/mobileapp/provision/standard', { userId: 'noh', otp: '123456' }],
  ['POST', '/data/portal/hwotp/validation', { userId: 'noh', sn: SPARE_CARDS[0].serial }],
  ['POST', '/data/portal/hwotp/verification', { userId: 'noh', sn: SPARE_CARDS[0].serial, otp: '123456' }],
  ['POST', '/data/portal/yubikey/mapping', { userId: 'noh', otp: touch(SPARE_YUBIKEY, 1, 0) }],
  ['POST', '/data/portal/fido-token/check-name?userId=noh&tokenName=x', {}],
  ['POST', '/start', { username: 'noh', keyname: 'x', tenantId: CLIENT_ID }],
  ['POST', '/data/portal/default', { type: 'oidc', userId: 'noh', default: '98' }],
  ['GET', '/data/portal/factors?userId=noh'],
  ['PUT', '/data/portal/factors/x', { userId: 'noh', name: 'x' }],
  ['DELETE', '/data/portal/factors/x?userId=noh'],
  ['GET', '/data/portal/sessions?userId=noh'],
  ['DELETE', '/data/portal/sessions/x?userId=noh'],
] as const;

const passkey = {
  id: 'x',
  rawId: 'x',
  type: 'public-key',
  response: { clientDataJSON: 'x', attestationObject: 'x' },
};
const FINISH = [
  'POST',
  '/finish',
  { userId: 'noh', tokenName: 'x', publicKeyCredential: passkey, tenantId: CLIENT_ID },
] as const;

const everyCall = (person: Registering): Promise<Called>[] =>
  [...CALLS, FINISH].map(([method, path, body]) => person.call(method, path, body ? { body } : {}));

async function expectRefused(person: Registering): Promise<void> {
  for (const answer of await Promise.all(everyCall(person))) {
    expect([answer.status, verdictOf(answer)]).toEqual([401, 'notAuthorized']);
  }
}

const mapKey = ({ call, userId }: Registering, session = 0) =>
  call('POST', '/data/portal/yubikey/mapping', { body: { userId, otp: touch(SPARE_YUBIKEY, 1, session) } });

/** Passes the identity check by SMS with a token that stands for something. */
async function passCheck(server: TestServer, browser: Browser, userId: string, token: string): Promise<void> {
  await browser.call('POST', '/auth/oauth2/send/sms', {
    body: { userId, clientId: CLIENT_ID, content: '' },
    headers: { Authorization: `Bearer ${token}` },
  });
  await finishIdentityCheck(browser, userId, token, '1', codeIn(server, userId, 'sms'));
}

test('every call is refused without password and identity check', async ({ browser }) => {
  await expectRefused(registering(browser, 'noh', 'invented'));
  const { json } = await checkPolicy(browser, 'noh');
  await expectRefused(registering(browser, 'noh', 'invented'));
  const token = tokenOf(await reLogin(browser, 'noh', String(json['policyId'])));
  await expectRefused(registering(browser, 'noh', token));
});

test('an identity check without the password is not enough where there is one', async () => {
  const server = await testServer();
  const browser = server.browser();
  await checkPolicy(browser, 'noh');
  const token = await identityToken(browser, 'noh', '010-4000-1120');
  await passCheck(server, browser, 'noh', token);
  await expectRefused(registering(browser, 'noh', token));
});

test('a proof of one person, session or browser does not count for another', async ({ server }) => {
  const lee = await openRegistration(server, 'lee');
  await expectRefused(registering(lee.browser, 'noh', lee.token));
  const noh = await openRegistration(server, 'noh');
  await expectRefused(registering(server.browser(), 'noh', noh.token));
  await expectRefused(registering(lee.browser, 'noh', noh.token));
});

test('a proof ends after 10 minutes, with a sign-out and with another ID', async ({ server }) => {
  const late = await openRegistration(server, 'noh');
  server.wait(10 * MINUTE);
  await expectRefused(late);
  const left = await openRegistration(server, 'noh');
  await left.browser.visit('/logout');
  await expectRefused(left);
  const other = await openRegistration(server, 'noh');
  await checkPolicy(other.browser, 'lee');
  await expectRefused(other);
});

test('each success extends a proof by 10 minutes, up to half an hour', async ({ server }) => {
  const person = await openRegistration(server, 'noh');
  const succeed = async () => {
    await server.portal.devices.yubikeys.release('noh', SPARE_YUBIKEY.publicId);
    session += 1;
    return (await mapKey(person, session)).status;
  };
  let session = 0;
  const heard = [];
  for (let minute = 9; minute <= 18; minute += 9) {
    server.wait(9 * MINUTE);
    heard.push(await succeed());
  }
  server.wait(9 * MINUTE);
  heard.push(await succeed());
  expect(heard).toEqual([200, 200, 200]);
  server.wait(2 * MINUTE);
  await expectRefused(person);
});

test('a disabled account registers nothing', async ({ server }) => {
  const person = await openRegistration(server, 'noh');
  await server.db.prepare("UPDATE accounts SET status = 'disabled' WHERE user_id = 'noh'").run();
  expect(verdictOf(await mapKey(person))).toBe('002');
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

test('a code by mail is not enough where the policy asks for a registered key', async () => {
  const server = await testServer({ policies: [KEYS_ALONE] });
  const lee = await openRegistration(server, 'lee', { channel: 'inmail' });
  const answer = await mapKey(lee);
  expect([answer.status, verdictOf(answer)]).toEqual([403, 'tooWeak']);
});

const lookUpPath = (userId: string) => `/data/sso/authenticator/${userId}?clientId=demo-oidc`;

test('the look-up says that a sign-in comes first, until there was one', async () => {
  const server = await testServer({ policies: [KEYS_ALONE] });
  const lee = server.browser();
  await checkPolicy(lee, 'lee');
  expect((await lee.call('GET', lookUpPath('lee'))).json['mustSignIn']).toBe(true);
  const session = await server.portal.sessions.open(lee.cookieHeader);
  if (!session) throw new Error('There is no session');
  const at = server.clock.now;
  const proved = { methods: ['yubikey'], provedAt: [at] } as const;
  await server.portal.sessions.recordLogin(session, { userId: 'lee', ...proved, steps: 1, at });
  expect((await lee.call('GET', lookUpPath('lee'))).json).not.toHaveProperty('mustSignIn');
  server.wait(11 * MINUTE);
  await checkPolicy(lee, 'lee');
  expect((await lee.call('GET', lookUpPath('lee'))).json['mustSignIn']).toBe(true);
});

test('the look-up does not ask for a sign-in where the check is enough', async () => {
  const keys = await testServer({ policies: [KEYS_ALONE] });
  const noh = keys.browser();
  await checkPolicy(noh, 'noh');
  expect((await noh.call('GET', lookUpPath('noh'))).json).not.toHaveProperty('mustSignIn');
  const plain = await testServer();
  const lee = plain.browser();
  await checkPolicy(lee, 'lee');
  expect((await lee.call('GET', lookUpPath('lee'))).json).not.toHaveProperty('mustSignIn');
});

test('a first key is registered by password and identity check only', async () => {
  const server = await testServer({ policies: [KEYS_ALONE] });
  const noh = await openRegistration(server, 'noh');
  expect((await mapKey(noh)).status).toBe(200);
  expect(verdictOf(await noh.call('GET', '/data/portal/mobileapp/provision/generation/noh'))).toBe('tooWeak');
});

test('a login of the last 10 minutes is enough', async () => {
  const server = await testServer({ policies: [KEYS_ALONE] });
  const browser = server.browser();
  const { portal } = server;
  await checkPolicy(browser, 'lee');
  const session = await portal.sessions.open(browser.cookieHeader);
  if (!session) throw new Error('There is no session');
  await portal.sessions.recordLogin(session, {
    userId: 'lee',
    methods: ['yubikey'],
    provedAt: [server.clock.now],
    steps: 1,
    at: server.clock.now,
  });
  const lee = await openRegistration(server, 'lee', { browser });
  server.wait(9 * MINUTE);
  expect((await mapKey(lee)).status).toBe(200);
  server.wait(2 * MINUTE);
  expect(verdictOf(await mapKey(lee, 1))).toBe('tooWeak');
});

test('only kinds of factors that the policy names or ranks can be registered', async ({ server }) => {
  const kim = await openRegistration(server, 'kim');
  expect([(await mapKey(kim)).status, verdictOf(await mapKey(kim))]).toEqual([403, 'notAllowed']);
  const park = await openRegistration(server, 'park');
  expect((await mapKey(park)).status).toBe(200);
  const start = { username: 'park', keyname: 'x', tenantId: CLIENT_ID };
  expect(verdictOf(await park.call('POST', '/start', { body: start }))).toBe('notAllowed');
});

test('under a policy of two steps the registration leaves the login as it was', async () => {
  const server = await testServer();
  const browser = server.browser();
  const { json } = await checkPolicy(browser, 'park');
  const first = await browser.call('POST', '/login/oidc', {
    body: { clientId: CLIENT_ID, userId: 'park', type: '-1', otp: SEED_PASSWORD, fidoStatus: '' },
  });
  expect(first.status).toBe(200);
  const token = tokenOf(await reLogin(browser, 'park', String(json['policyId'])));
  await passCheck(server, browser, 'park', token);
  const park = registering(browser, 'park', token);
  expect((await mapKey(park)).status).toBe(200);
  await park.call('POST', '/data/portal/default', { body: { type: 'oidc', userId: 'park', default: '8' } });
  expect(await server.portal.secondDefaults.find('park')).toBe('8');
  expect(await server.portal.fixedTokens.find('park')).toBeNull();
  const session = await server.portal.sessions.open(browser.cookieHeader);
  expect(session && (await server.portal.sessions.login(session))).toBeNull();
});

test('an identity check by a way that the policy excludes registers nothing', async () => {
  const server = await testServer({ policies: [{ ...KEYS_ALONE, selfAuth: ['sms'] }] });
  const browser = server.browser();
  const { json } = await checkPolicy(browser, 'noh');
  await reLogin(browser, 'noh', String(json['policyId']));
  const token = await tokenByMail(server, browser, 'noh', NOH_MAIL);
  const refused = await mapKey(registering(browser, 'noh', token));
  expect([refused.status, verdictOf(refused)]).toEqual([403, 'notAllowed']);
});

test('another password does not replace a login', async () => {
  const server = await testServer({
    policies: [{ id: 'gated', users: ['noh'], authType: 'other', methods: ['pw', 'sms'], selfAuth: ['sms'] }],
  });
  const noh = await openRegistration(server, 'noh');
  expect(verdictOf(await passGate(noh.browser, 'noh', 'wrong'))).toBe('016');
  expect(verdictOf(await signIn(noh.browser, 'noh', { tokenCode: '1', secret: '123456' }))).toBe(
    'notAuthorized',
  );
});
