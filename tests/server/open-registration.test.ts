import { expect } from 'vitest';
import { SPARE_YUBIKEY } from '#server/seed/devices.ts';
import type { Browser } from '#tests/support/server/browser.ts';
import { finishIdentityCheck, reLogin, tokenOf } from '#tests/support/server/identity.ts';
import { startPasskey } from '#tests/support/server/passkey-calls.ts';
import { tokenByMail } from '#tests/support/server/passwords.ts';
import {
  openRegistration,
  type Registration,
  registerYubikey,
  registrationWith,
} from '#tests/support/server/registration.ts';
import { sendFirstStep } from '#tests/support/server/second-step.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { recordLogin } from '#tests/support/server/sessions.ts';
import {
  bearer,
  CLIENT_ID,
  checkPolicy,
  fetchPolicyId,
  passGate,
  signIn,
} from '#tests/support/server/steps.ts';
import { test } from '#tests/support/server/test.ts';
import { touch } from './methods/device-codes.ts';
import { codeIn, errCodeOrStatus, statusAndErrCode } from './methods/steps.ts';

const MINUTE = 60_000;
const NOH_MAIL = 'noh@hanbit.example';

/** Registers the spare Yubikey. @param session the number of touches of the key since it was plugged in */
const registerSpareYubikey = (registration: Registration, session = 0) =>
  registerYubikey(registration, touch(SPARE_YUBIKEY, 1, session));

/** Passes the identity check by SMS with this token. */
async function passCheck(server: TestServer, browser: Browser, userId: string, token: string): Promise<void> {
  await browser.call('POST', '/auth/oauth2/send/sms', {
    body: { userId, clientId: CLIENT_ID, content: '' },
    headers: bearer(token),
  });
  await finishIdentityCheck(browser, userId, token, '1', codeIn(server, userId, 'sms'));
}

test('each success extends a proof by 10 minutes, up to half an hour', async ({ server }) => {
  const person = await openRegistration(server, 'noh');
  for (let session = 1; session <= 3; session += 1) {
    server.wait(9 * MINUTE);
    await server.portal.devices.yubikeys.unassign('noh', SPARE_YUBIKEY.publicId);
    expect((await registerSpareYubikey(person, session)).status).toBe(200);
  }
  server.wait(2 * MINUTE);
  expect(errCodeOrStatus(await registerSpareYubikey(person))).toBe('notAuthorized');
});

test('a disabled account registers nothing', async ({ server }) => {
  const person = await openRegistration(server, 'noh');
  await server.db.prepare("UPDATE accounts SET status = 'disabled' WHERE user_id = 'noh'").run();
  expect(errCodeOrStatus(await registerSpareYubikey(person))).toBe('002');
});

const ONLY_KEYS = {
  id: 'keys',
  users: ['lee', 'noh'],
  authType: 'otp',
  methods: ['yubikey', 'fido2Token'],
  selfAuth: ['sms', 'internalMail'],
  cubeLogin: ['sms'],
  management: true,
} as const;

test('a code by mail is not enough when the policy requires a key that is registered', async () => {
  const server = await testServer({ policies: [ONLY_KEYS] });
  const lee = await openRegistration(server, 'lee', { channel: 'inmail' });
  expect(statusAndErrCode(await registerSpareYubikey(lee))).toEqual([403, 'tooWeak']);
});

/** Makes the policy check and the call for the registered factors; returns whether they require a sign-in. */
async function mustSignIn(browser: Browser, userId: string): Promise<unknown> {
  await checkPolicy(browser, userId);
  return (await browser.call('GET', `/data/sso/authenticator/${userId}?clientId=demo-oidc`)).json[
    'mustSignIn'
  ];
}

test('the registered factors say that a sign-in is required, except for 10 minutes after one', async () => {
  const server = await testServer({ policies: [ONLY_KEYS] });
  const lee = server.browser();
  expect(await mustSignIn(lee, 'lee')).toBe(true);
  await recordLogin(server, lee, { userId: 'lee', methods: ['yubikey'], steps: 1 });
  expect(await mustSignIn(lee, 'lee')).toBeUndefined();
  server.wait(11 * MINUTE);
  expect(await mustSignIn(lee, 'lee')).toBe(true);
});

test('the registered factors do not require a sign-in when the identity check is enough', async () => {
  const strictServer = await testServer({ policies: [ONLY_KEYS] });
  expect(await mustSignIn(strictServer.browser(), 'noh')).toBeUndefined();
  const defaultServer = await testServer();
  expect(await mustSignIn(defaultServer.browser(), 'lee')).toBeUndefined();
});

test('the password and an identity check are enough for a first key, but not for another factor', async () => {
  const server = await testServer({ policies: [ONLY_KEYS] });
  const noh = await openRegistration(server, 'noh');
  expect((await registerSpareYubikey(noh)).status).toBe(200);
  expect(errCodeOrStatus(await noh.call('GET', '/data/portal/mobileapp/provision/generation/noh'))).toBe(
    'tooWeak',
  );
});

test('a login of the last 10 minutes is enough to register a key', async () => {
  const server = await testServer({ policies: [ONLY_KEYS] });
  const browser = server.browser();
  await checkPolicy(browser, 'lee');
  await recordLogin(server, browser, { userId: 'lee', methods: ['yubikey'], steps: 1 });
  const lee = await openRegistration(server, 'lee', { browser });
  server.wait(9 * MINUTE);
  expect((await registerSpareYubikey(lee)).status).toBe(200);
  server.wait(2 * MINUTE);
  expect(errCodeOrStatus(await registerSpareYubikey(lee, 1))).toBe('tooWeak');
});

test('only factor types that the policy names or ranks can be registered', async ({ server }) => {
  const kim = await openRegistration(server, 'kim');
  expect([
    (await registerSpareYubikey(kim)).status,
    errCodeOrStatus(await registerSpareYubikey(kim)),
  ]).toEqual([403, 'notAllowed']);
  const park = await openRegistration(server, 'park');
  expect((await registerSpareYubikey(park)).status).toBe(200);
  expect(errCodeOrStatus(await startPasskey(park))).toBe('notAllowed');
});

test('under a policy of two steps a registration does not complete the login', async () => {
  const server = await testServer();
  const browser = server.browser();
  const policyId = await fetchPolicyId(browser, 'park');
  expect((await sendFirstStep(browser, 'park')).status).toBe(200);
  const token = tokenOf(await reLogin(browser, 'park', policyId));
  await passCheck(server, browser, 'park', token);
  const park = registrationWith(browser, 'park', token);
  expect((await registerSpareYubikey(park)).status).toBe(200);
  await park.call('POST', '/data/portal/default', { body: { type: 'oidc', userId: 'park', default: '8' } });
  expect(await server.portal.secondStepDefaults.find('park')).toBe('8');
  expect(await server.portal.firstStepDefaults.find('park')).toBeNull();
  const session = await server.portal.sessions.open(browser.cookieHeader);
  expect(session && (await server.portal.sessions.findLogin(session))).toBeNull();
});

test('an identity check by a method that the policy excludes registers nothing', async () => {
  const server = await testServer({ policies: [{ ...ONLY_KEYS, selfAuth: ['sms'] }] });
  const browser = server.browser();
  await reLogin(browser, 'noh', await fetchPolicyId(browser, 'noh'));
  const token = await tokenByMail(server, browser, 'noh', NOH_MAIL);
  expect(statusAndErrCode(await registerSpareYubikey(registrationWith(browser, 'noh', token)))).toEqual([
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
