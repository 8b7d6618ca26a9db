import { describe, expect } from 'vitest';
import { administrationOf } from '#server/administration/administration.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { SPARE_YUBIKEY } from '#server/seed/devices.ts';
import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { serviceOf, twoSteps } from '#tests/support/server/config-parts.ts';
import {
  finishIdentityCheck,
  requestAccessToken,
  tokenOf,
  verifyPerson,
} from '#tests/support/server/identity.ts';
import { challengeIn } from '#tests/support/server/passkey-calls.ts';
import { savePassword, VALID_PASSWORD } from '#tests/support/server/passwords.ts';
import { type TestServer, testServer } from '#tests/support/server/server.ts';
import { recordLogin } from '#tests/support/server/sessions.ts';
import { softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { bearer, checkPolicy, fetchPolicyId } from '#tests/support/server/steps.ts';
import { testWith } from '#tests/support/server/test.ts';
import { touch } from './methods/device-codes.ts';
import { codeIn, errCodeOrStatus } from './methods/steps.ts';

const DAY = 24 * 60 * 60_000;

const MANAGEMENT = { selfAuth: ['internalMail', 'sms'], management: true };
const POLICIES = [
  { id: 'wiki', clients: ['wiki'], authType: 'otp', methods: ['pw', 'fido2Token', 'yubikey'], ...MANAGEMENT },
  {
    id: 'payroll',
    clients: ['payroll'],
    ...twoSteps({ fido2Token: 1, yubikey: 2, emergencyCode: 3 }),
    ...MANAGEMENT,
  },
];

const FILE = { clients: ['wiki', 'payroll'].map((clientId) => serviceOf(clientId)), policies: POLICIES };

type Channel = 'inmail' | 'sms';
const TYPE_CODES = { inmail: '2', sms: '1' } as const;

async function passIdentityCheck(
  server: TestServer,
  browser: Browser,
  clientId: string,
  token: string,
  channel: Channel,
) {
  await browser.call('POST', `/auth/oauth2/send/${channel}`, {
    body: { userId: 'kim', clientId, content: '' },
    headers: bearer(token),
  });
  return finishIdentityCheck(
    browser,
    'kim',
    token,
    TYPE_CODES[channel],
    codeIn(server, 'kim', channel),
    clientId,
  );
}

/** Passes the identity check of `kim` at the wiki by a code to the internal mail; returns the token of the check. */
async function tokenByMail(server: TestServer, browser: Browser): Promise<string> {
  await checkPolicy(browser, 'kim', 'wiki');
  const { internalMail } = (await server.portal.accounts.find('kim')) ?? {};
  await verifyPerson(browser, 'kim', internalMail ?? '', { type: 'inmail' }, 'wiki');
  const token = tokenOf(await requestAccessToken(browser, 'kim', 'wiki'));
  await passIdentityCheck(server, browser, 'wiki', token, 'inmail');
  return token;
}

/** Resets the password of `kim` by a code to the internal mail. */
async function resetByMail(server: TestServer): Promise<void> {
  const browser = server.browser();
  const token = await tokenByMail(server, browser);
  expect((await savePassword(browser, 'PUT', 'kim', token)).status).toBe(200);
}

type ManagementCall = (method: string, path: string, body?: object) => Promise<CallAnswer>;

/** Opens the management at a service by password and identity check, and returns its call. */
async function openManagement(
  server: TestServer,
  clientId: string,
  channel: Channel,
  userPassword: string,
  browser = server.browser(),
): Promise<ManagementCall> {
  const policyId = await fetchPolicyId(browser, 'kim', clientId);
  const answer = await browser.call('POST', '/login/password', {
    body: { userId: 'kim', userPassword, clientId, selfAuthFlag: 'Y', policyId },
  });
  const token = tokenOf(answer);
  await passIdentityCheck(server, browser, clientId, token, channel);
  const headers = bearer(token);
  return (method, path, body) => browser.call(method, path, { headers, ...(body && { body }) });
}

const startPasskey = (call: ManagementCall, clientId: string) =>
  call('POST', '/start', { username: 'kim', keyname: 'x', tenantId: clientId });

/** Registers a YubiKey for `kim`, as an administrator does. */
const registerKey = ({ portal }: TestServer) =>
  portal.registrations.bindYubikey(
    'kim',
    SPARE_YUBIKEY.publicId,
    { sessionCounter: 1, usageCounter: 1 },
    null,
  );

const test = testWith(FILE);

describe('a change requires the proofs of the strongest service', () => {
  test('so that a person with a key cannot change factors by password and mail', async ({ server }) => {
    await registerKey(server);
    const [key] = await server.portal.factors.of('kim');
    for (const clientId of ['wiki', 'payroll']) {
      const call = await openManagement(server, clientId, 'inmail', SEED_PASSWORD);
      const answers = [
        await startPasskey(call, clientId),
        await call('POST', '/finish', {
          userId: 'kim',
          tokenName: 'x',
          tenantId: clientId,
          publicKeyCredential: {
            id: 'x',
            rawId: 'x',
            type: 'public-key',
            response: { clientDataJSON: 'x', attestationObject: 'x' },
          },
        }),
        await call('DELETE', `/data/portal/factors/${key?.factorId}?userId=kim`),
        await call('PUT', `/data/portal/factors/${key?.factorId}`, { userId: 'kim', name: 'x' }),
        await call('POST', '/data/portal/default', { type: 'oidc', userId: 'kim', default: '8' }),
      ];
      expect([clientId, ...answers.map(errCodeOrStatus)]).toEqual([
        clientId,
        ...answers.map(() => 'tooWeak'),
      ]);
    }
  });

  test('also outside the hours of that service', async () => {
    const [wiki, payroll] = POLICIES;
    const closedPayroll = { ...payroll, hours: { from: '00:00', until: '00:00' } };
    const server = await testServer({ ...FILE, policies: [wiki, closedPayroll] });
    await registerKey(server);
    const call = await openManagement(server, 'wiki', 'inmail', SEED_PASSWORD);
    expect(errCodeOrStatus(await startPasskey(call, 'wiki'))).toBe('tooWeak');
  });
});

test('two concurrent registrations are checked one after the other', async () => {
  const [wiki] = POLICIES;
  const pair = { ...wiki, methods: ['fido2Token'], secondAuth: true, secondTokenPriority: { yubikey: 1 } };
  const server = await testServer({ ...FILE, policies: [pair] });
  await server.db.prepare("DELETE FROM passwords WHERE user_id = 'kim'").run();
  const browser = server.browser();
  const headers = bearer(await tokenByMail(server, browser));
  const post = (path: string, body: object) => browser.call('POST', path, { headers, body });
  const started = await post('/start', { username: 'kim', keyname: 'x', tenantId: 'wiki' });
  const publicKeyCredential = softwareAuthenticator().registration(challengeIn(started));
  const answers = await Promise.all([
    post('/finish', { tenantId: 'wiki', userId: 'kim', tokenName: 'x', publicKeyCredential }),
    post('/data/portal/yubikey/mapping', { userId: 'kim', otp: touch(SPARE_YUBIKEY, 1, 0) }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect(await server.portal.factors.of('kim')).toHaveLength(1);
});

describe('the first factor after a password reset by mail', () => {
  test.each(['wiki', 'payroll'])('needs another channel than that mail (%s)', async (clientId) => {
    const server = await testServer(FILE);
    await resetByMail(server);
    const byMail = await openManagement(server, clientId, 'inmail', VALID_PASSWORD);
    expect(errCodeOrStatus(await startPasskey(byMail, clientId))).toBe('otherChannel');
    expect(
      (await startPasskey(await openManagement(server, clientId, 'sms', VALID_PASSWORD), clientId)).status,
    ).toBe(200);
  });

  test('can be registered by that mail after 30 days', async ({ server }) => {
    await resetByMail(server);
    server.wait(30 * DAY - 1);
    const early = await openManagement(server, 'payroll', 'inmail', VALID_PASSWORD);
    expect(errCodeOrStatus(await startPasskey(early, 'payroll'))).toBe('otherChannel');
    server.wait(1);
    const late = await openManagement(server, 'payroll', 'inmail', VALID_PASSWORD);
    expect((await startPasskey(late, 'payroll')).status).toBe(200);
  });

  test('can be registered by a temporary code', async () => {
    const server = await testServer({ ...FILE, registration: { first: 'administrator' } });
    await resetByMail(server);
    const browser = server.browser();
    await checkPolicy(browser, 'kim', 'payroll');
    await administrationOf(server.portal).issueEmergencyCode('kim');
    await recordLogin(server, browser, { userId: 'kim', methods: ['pw', 'emergencyCode'], steps: 2 });
    const call = await openManagement(server, 'payroll', 'inmail', VALID_PASSWORD, browser);
    expect((await startPasskey(call, 'payroll')).status).toBe(200);
  });

  test.each([
    ['anyChannel', true, 200],
    ['administrator', false, 'administratorFirst'],
  ] as const)('is accepted or refused as registration.first says: %s', async (first, isReset, outcome) => {
    const server = await testServer({ ...FILE, registration: { first } });
    if (isReset) await resetByMail(server);
    const call = await openManagement(server, 'payroll', 'inmail', isReset ? VALID_PASSWORD : SEED_PASSWORD);
    expect(errCodeOrStatus(await startPasskey(call, 'payroll'))).toBe(outcome);
  });
});
