import { expect, test } from 'vitest';
import { administrationOf } from '#server/administration/administration.ts';
import { testServer } from '#tests/support/server/server.ts';
import { secretOf, softwareAuthenticator } from '#tests/support/server/software-authenticator.ts';
import { challengeFor } from './methods/passkey-steps.ts';
import { enter, errCodeOrStatus, logIn } from './methods/steps.ts';

const LAB = 'http://localhost:8081';

async function setUp() {
  const server = await testServer();
  const administration = administrationOf(server.portal);
  const challenge = async (userId = 'oh') => (await administration.beginPasskey(userId))?.challenge ?? '';
  return { server, administration, challenge };
}

test('a passkey created in the lab signs its owner in', async () => {
  const { server, administration, challenge } = await setUp();
  const authenticator = softwareAuthenticator({ origin: LAB });
  const options = await administration.beginPasskey('oh');
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { id: await server.portal.devices.passkeys.getOrCreateHandle('oh'), name: 'oh' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: [],
  });
  const credential = authenticator.registration(options?.challenge ?? '');
  expect(await administration.registerPasskey('oh', { name: 'My laptop', credential, origin: LAB })).toBe(
    true,
  );
  expect(await administration.passkeysOf('oh')).toEqual([
    { name: 'My laptop', registeredAt: server.clock.now },
  ]);
  const oh = await enter(server, 'oh');
  const assertion = authenticator.assertion(await challengeFor(oh), { origin: 'http://localhost:8080' });
  expect(errCodeOrStatus(await logIn(oh, '12', secretOf(assertion)))).toBe(200);

  const secondCredential = authenticator.registration(await challenge());
  expect(
    await administration.registerPasskey('oh', { name: 'Again', credential: secondCredential, origin: LAB }),
  ).toBe(false);
});

test('the challenge of a registration is valid once, for its person and origin, with user verification, for 5 minutes', async () => {
  const { server, administration, challenge } = await setUp();
  const authenticator = softwareAuthenticator({ origin: LAB });
  const finish = (userId: string, credential: ReturnType<typeof authenticator.registration>) =>
    administration.registerPasskey(userId, { name: 'x', credential, origin: LAB });

  const credentialOfOh = authenticator.registration(await challenge());
  expect(await finish('lee', credentialOfOh)).toBe(false);
  expect(await finish('oh', authenticator.registration('invented'))).toBe(false);
  expect(await finish('oh', credentialOfOh)).toBe(false);
  for (const changes of [{ origin: 'https://evil.example' }, { rpId: 'evil.example' }, { isVerified: false }])
    expect(await finish('oh', authenticator.registration(await challenge(), changes))).toBe(false);
  const lateCredential = authenticator.registration(await challenge());
  server.wait(300_000);
  expect(await finish('oh', lateCredential)).toBe(false);
  expect(await administration.passkeysOf('oh')).toEqual([]);
  expect(await finish('oh', authenticator.registration(await challenge()))).toBe(true);
});

test('an unknown person has no passkeys', async () => {
  const { administration } = await setUp();
  expect(await administration.beginPasskey('nobody')).toBeNull();
  expect(await administration.passkeysOf('nobody')).toEqual([]);
});
