import { expect, test } from 'vitest';
import { DEMO_SP_CERTIFICATE } from '#server/config/demo-saml.ts';
import { resolveConfig } from '#server/config/load.ts';
import { warningsOf } from '#server/login/policy/warnings.ts';
import {
  AAGUID,
  ATTESTATION,
  entryOf,
  type MetadataChanges,
  writeMetadataFiles,
} from '#tests/support/server/attestation.ts';
import { challengeIn, finishPasskey, startPasskey } from '#tests/support/server/passkey-calls.ts';
import { openRegistration } from '#tests/support/server/registration.ts';
import { testServer } from '#tests/support/server/server.ts';
import {
  type Attestation,
  newKey,
  softwareAuthenticator,
} from '#tests/support/server/software-authenticator.ts';
import { errCodeOrStatus } from './methods/steps.ts';

const OTHER_MODEL = 'f1d00000-0000-4000-8000-00000000b002';

const passkeysWith = (changes: MetadataChanges = {}, settings: object = {}) => ({
  attestation: { ...writeMetadataFiles(changes), ...settings },
});

/** Registers a passkey with this attestation; returns the attestation that was requested, and the answer. */
async function register(passkeys: object, attestation: Attestation | null, keys = newKey()) {
  const person = await openRegistration(await testServer({ passkeys }), 'noh');
  const started = await startPasskey(person);
  const options = started.json['publicKeyCredentialCreationOptions'] as { attestation: string };
  const credential = softwareAuthenticator({ keys }).registration(challengeIn(started), { attestation });
  return { requested: options.attestation, answer: await finishPasskey(person, credential) };
}

test.for([false, true])(
  'a model that the metadata trusts is registered, with enterprise: %s',
  async (enterprise) => {
    const { requested, answer } = await register(
      passkeysWith({}, { models: [AAGUID], enterprise }),
      ATTESTATION,
    );
    expect([requested, answer.status]).toEqual([enterprise ? 'enterprise' : 'direct', 200]);
  },
);

const ownKeys = newKey();

test.for<[string, MetadataChanges, Attestation | null]>([
  ['no attestation', {}, null],
  ['attestation by the new key itself', {}, { aaguid: AAGUID, certificate: null, key: ownKeys.privateKey }],
  ['a model that is not listed', { entries: [entryOf(OTHER_MODEL)] }, ATTESTATION],
  ['a model with another root', { entries: [entryOf(AAGUID, DEMO_SP_CERTIFICATE)] }, ATTESTATION],
  [
    'a model whose keys are compromised',
    { entries: [entryOf(AAGUID, undefined, 'FIDO_CERTIFIED', 'ATTESTATION_KEY_COMPROMISE')] },
    ATTESTATION,
  ],
])('%s is refused only when metadata is configured', async ([, changes, attestation]) => {
  const { answer } = await register(passkeysWith(changes), attestation, ownKeys);
  expect(errCodeOrStatus(answer)).toBe('passkeyModel');
  expect((await register({}, attestation, ownKeys)).answer.status).toBe(200);
});

test('an attestation that its certificate has not signed is refused', async () => {
  const { answer } = await register(passkeysWith(), { ...ATTESTATION, key: newKey().privateKey });
  expect(errCodeOrStatus(answer)).toBe('passkeyNotMade');
});

const configOf = (passkeys: object) =>
  resolveConfig({ passkeys }, 'test', {
    mode: 'demo',
    publicUrl: 'http://localhost:1',
    labOrigin: 'http://localhost:2',
  });

test.for<[string, object, RegExp]>([
  [
    'metadata with a wrong signature',
    passkeysWith({ corrupt: (text) => `${text.slice(0, -4)}AAAA` }),
    /not signed by the certificates/,
  ],
  [
    'a model that is not in the metadata',
    passkeysWith({}, { models: [OTHER_MODEL] }),
    /has no trusted model f1d00000.*b002/,
  ],
  ['a missing metadata file', passkeysWith({}, { metadataFile: '/none' }), /ENOENT/],
])('a configuration with %s is refused', ([, passkeys, problem]) => {
  expect(() => configOf(passkeys)).toThrow(problem);
});

test('the server warns at its start when newer metadata may exist', () => {
  const warningsFor = (nextUpdate: string) =>
    warningsOf(configOf(passkeysWith({ nextUpdate }))).filter((warning) =>
      warning.includes('newer metadata'),
    );
  expect([warningsFor('2020-01-01').length, warningsFor('2100-01-01').length]).toEqual([1, 0]);
});
