import { expect, test } from 'vitest';
import { creationOptions } from '#server/login/passkey/registration.ts';
import { accountOf } from '#tests/support/server/accounts.ts';
import type { CallAnswer } from '#tests/support/server/browser.ts';
import { challengeIn, finishPasskey, startPasskey } from '#tests/support/server/passkey-calls.ts';
import { openRegistration, type Registration } from '#tests/support/server/registration.ts';
import { testServer } from '#tests/support/server/server.ts';
import { secretOf, softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { challengeFor } from './methods/passkey-steps.ts';
import { enter, errCodeOrStatus, logIn, statusAndErrCode } from './methods/steps.ts';

const checkName = ({ call, userId }: Registration, tokenName: string): Promise<CallAnswer> =>
  call('POST', `/data/portal/fido-token/check-name?${new URLSearchParams({ userId, tokenName })}`, {
    headers: { 'Content-Type': null },
  });

async function setUp(userId = 'noh') {
  const server = await testServer();
  const person = await openRegistration(server, userId);
  const authenticator = softwareAuthenticator();
  const newCredential = async (options = {}) =>
    authenticator.registration(challengeIn(await startPasskey(person)), options);
  return { server, person, authenticator, newCredential };
}

test('a passkey is named, created, registered and signs in', async () => {
  const { server, person, authenticator } = await setUp();
  expect((await checkName(person, 'Laptop')).status).toBe(200);
  const started = await startPasskey(person);
  expect(started.json['publicKeyCredentialCreationOptions']).toMatchObject({
    rp: { id: 'localhost', name: 'Munjigi' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [],
    timeout: 300_000,
  });
  expect((await finishPasskey(person, authenticator.registration(challengeIn(started)))).status).toBe(200);
  const noh = await enter(server, 'noh');
  const assertion = authenticator.assertion(await challengeFor(noh));
  expect(errCodeOrStatus(await logIn(noh, '12', secretOf(assertion)))).toBe(200);
});

test('the relying party has the default name without branding', async () => {
  const { portal } = await testServer({ branding: {} });
  const account = await accountOf(portal, 'noh');
  expect((await creationOptions(portal, account)).rp).toEqual({ id: 'localhost', name: 'Auth Portal' });
});

test('a name is required, short and unique for a person', async () => {
  const { server, person, newCredential } = await setUp();
  for (const name of ['', '   ', 'x'.repeat(21), 'a\nb', 'a\u202Eb']) {
    expect(errCodeOrStatus(await checkName(person, name))).toBe('badName');
    expect(errCodeOrStatus(await startPasskey(person, name))).toBe('badName');
  }
  expect((await checkName(person, '가'.repeat(20))).status).toBe(200);
  await finishPasskey(person, await newCredential());
  expect([
    (await checkName(person, 'Laptop')).status,
    errCodeOrStatus(await startPasskey(person, ' Laptop ')),
  ]).toEqual([409, 'nameTaken']);
  const lee = await openRegistration(server, 'lee');
  expect((await checkName(lee, 'Laptop')).status).toBe(200);
});

test('a second passkey needs another authenticator', async () => {
  const { person, authenticator, newCredential } = await setUp();
  await finishPasskey(person, await newCredential());
  const secondStart = await startPasskey(person, 'Phone');
  expect(secondStart.json['publicKeyCredentialCreationOptions']).toMatchObject({
    excludeCredentials: [{ id: authenticator.credentialId, transports: ['internal'] }],
  });
  expect(
    statusAndErrCode(
      await finishPasskey(person, authenticator.registration(challengeIn(secondStart)), 'Phone'),
    ),
  ).toEqual([409, 'passkeyTaken']);
});

test('a challenge is valid once, for 5 minutes, with user verification and this origin', async () => {
  const { server, person, newCredential, authenticator } = await setUp();
  expect(errCodeOrStatus(await finishPasskey(person, authenticator.registration('invented')))).toBe(
    'passkeyNotMade',
  );
  for (const changes of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }])
    expect(errCodeOrStatus(await finishPasskey(person, await newCredential(changes)))).toBe('passkeyNotMade');
  const late = await newCredential();
  server.wait(300_000);
  expect(errCodeOrStatus(await finishPasskey(person, late))).toBe('passkeyNotMade');
  const credential = await newCredential();
  expect((await finishPasskey(person, credential)).status).toBe(200);
  expect(errCodeOrStatus(await finishPasskey(person, credential, 'Other'))).toBe('passkeyNotMade');
});

test('another tenant is refused', async () => {
  const { person, newCredential } = await setUp();
  expect(errCodeOrStatus(await startPasskey(person, 'Laptop', 'other'))).toBe('malformed');
  expect(errCodeOrStatus(await finishPasskey(person, await newCredential(), 'Laptop', 'other'))).toBe(
    'malformed',
  );
});

test('the second of two tabs that finish under one name is refused', async () => {
  const { person, newCredential } = await setUp();
  await finishPasskey(person, await newCredential());
  const other = softwareAuthenticator();
  const started = await startPasskey(person, 'Second');
  expect(
    statusAndErrCode(await finishPasskey(person, other.registration(challengeIn(started)), 'Laptop')),
  ).toEqual([409, 'nameTaken']);
});

test('the name of a passkey is in no log', async () => {
  const { server, person } = await setUp();
  await checkName(person, 'Secretly');
  expect(JSON.stringify(server.logged)).not.toContain('Secretly');
});
