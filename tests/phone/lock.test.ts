import { describe, expect, test } from 'vitest';
import { rejected } from '#cases/samples.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { createLockPasskey, type PlatformPasskeys, verifyLockPasskey } from '#phone/keys/lock-passkey.ts';
import { areHashesEqual, hashPin } from '#phone/keys/pin-hash.ts';
import { outcomeOf, recordAnswer } from '#phone/ports/records.ts';
import {
  type AssertionChanges,
  newKey,
  softwareAuthenticator,
} from '#tests/support/server/software-authenticator.ts';

const ORIGIN = 'https://portal.example';
const HOST = 'portal.example';
const PRESENT_AND_VERIFIED = 5;

const bufferOf = (base64: string): ArrayBuffer => new Uint8Array(Buffer.from(base64, 'base64url')).buffer;

/** The browser of a phone whose authenticator answers with these changes. */
function phoneBrowser(
  changes: AssertionChanges & { readonly challenge?: string; readonly flags?: number } = {},
) {
  const keys = newKey();
  const authenticator = softwareAuthenticator({ rpId: HOST, origin: ORIGIN, keys });
  const { challenge: ownChallenge, flags = PRESENT_AND_VERIFIED, ...others } = changes;
  const browser: PlatformPasskeys = {
    origin: ORIGIN,
    host: HOST,
    isAvailable: async () => true,
    create: async () =>
      ({
        rawId: bufferOf(authenticator.credentialId),
        response: {
          getPublicKey: () => new Uint8Array(keys.publicKey.export({ type: 'spki', format: 'der' })).buffer,
          getPublicKeyAlgorithm: () => -7,
          getAuthenticatorData: () => new Uint8Array([...new Uint8Array(32), flags]).buffer,
        },
      }) as unknown as Credential,
    get: async ({ challenge }) => {
      const sentChallenge = Buffer.from(challenge as Uint8Array<ArrayBuffer>).toString('base64url');
      const { response } = authenticator.assertion(ownChallenge ?? sentChallenge, others);
      const [clientDataJSON, authenticatorData, signature] = [
        response.clientDataJSON,
        response.authenticatorData,
        response.signature,
      ].map(bufferOf);
      return { response: { clientDataJSON, authenticatorData, signature } } as unknown as Credential;
    },
  };
  return browser;
}

describe('the passkey of the lock', () => {
  // Among 300 signatures, some have an `r` or `s` with fewer than 32 bytes.
  test('accepts signatures whose integers are encoded with different lengths', async () => {
    const browser = phoneBrowser();
    const passkey = await createLockPasskey(browser, 'Munjigi');
    if (!passkey) throw new Error('No passkey was created');
    const answers = await Promise.all(Array.from({ length: 300 }, () => verifyLockPasskey(browser, passkey)));
    expect(new Set(answers)).toEqual(new Set([true]));
  });

  test.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['another host', { rpId: 'evil.example' }],
    ['another type', { type: 'webauthn.create' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a user who was not verified', { isVerified: false }],
    ['a user who was not present', { isPresent: false }],
    ['another key', { key: newKey().privateKey }],
  ])('rejects an assertion with %s', async (_name, changes) => {
    const browser = phoneBrowser(changes);
    const passkey = await createLockPasskey(browser, 'Munjigi');
    expect(passkey && (await verifyLockPasskey(browser, passkey))).toBe(false);
  });

  test('is not created when the user was not verified', async () => {
    expect(await createLockPasskey(phoneBrowser({ flags: 1 }), 'Munjigi')).toBeNull();
  });
});

test('a PIN is hashed by PBKDF2 with 600,000 iterations, and hashes are compared', async () => {
  const salt = new Uint8Array(16);
  const hash = await hashPin('271828', salt);
  expect(Buffer.from(hash).toString('hex')).toBe(
    '47b2ab048ca54e880adfc1e9af63a9ee05bb7168c48d0d868367ccbf12159f22',
  );
  expect(areHashesEqual(hash, hash.slice(0))).toBe(true);
  expect(areHashesEqual(hash, await hashPin('271829', salt))).toBe(false);
  expect(areHashesEqual(hash, hash.slice(1))).toBe(false);
  expect(areHashesEqual(hash.slice(1), hash)).toBe(false);
});

test.each([
  [success(undefined), '7KQ2', 'approved'],
  [success(undefined), null, 'refused'],
  [failed(rejected('010_2')), '7KQ2', 'mismatched'],
  [failed(rejected('wrongNumber')), '47', 'mismatched'],
  [failed(rejected('010_5', 404)), '7KQ2', null],
  [failed(UNREACHABLE), '7KQ2', null],
] as const)(
  'the answer %j to the choice %s is recorded with the outcome %s',
  async (answer, choice, outcome) => {
    const recorded: unknown[] = [];
    const records = { add: async (record: unknown) => void recorded.push(record) };
    const request = { userId: 'kim', service: 'Mail', browser: 'Chrome' };
    await recordAnswer(records, request, outcomeOf(answer, choice));
    expect(recorded).toEqual(outcome === null ? [] : [expect.objectContaining({ ...request, outcome })]);
  },
);
