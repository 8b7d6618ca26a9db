import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import * as v from 'valibot';
import type { KeyPair } from '#server/config/key-pair.ts';
import { KEY_FILES } from '#server/protocols/key-files.ts';
import { type KeyRing, keyRing, type RingKey } from '#server/protocols/key-ring.ts';
import { type KeyLocation, storedKeys } from '#server/protocols/stored-keys.ts';
import { selfSignedCertificate } from './certificate.ts';

/** Where the key ring is stored: as a file, or as a row of the database. */
const STORED_NAMES = { file: KEY_FILES.saml, row: 'saml' };
const TWENTY_YEARS_MS = 20 * 365 * 24 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** A signing key with its certificate. */
export type SamlKey = KeyPair & RingKey;

const keyPair = v.object({
  privateKey: v.string(),
  certificate: v.string(),
  signsFrom: v.optional(v.number()),
});

/** The stored keys: a list or, as earlier versions stored it, a single key. */
const keyFileContent = v.union([
  v.pipe(
    v.object({ keys: v.pipe(v.array(keyPair), v.minLength(1)) }),
    v.transform(({ keys }) => keys),
  ),
  v.pipe(
    keyPair,
    v.transform((pair) => [pair]),
  ),
]);

/** Thrown when the stored signing keys are damaged. They are not replaced, because services trust only these keys. */
export class SamlKeyError extends Error {
  override readonly name = 'SamlKeyError';

  constructor(path: string, cause: unknown) {
    super(`${path} contains no key with its certificate; restore it from a backup or delete it`, { cause });
  }
}

/**
 * Creates a signing key with its certificate.
 * @param now epoch milliseconds
 * @param signsFrom the time from which the key signs, in epoch milliseconds; absent for a key that signs immediately
 */
export function createSamlKey(entityId: string, now: number, signsFrom?: number): SamlKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = selfSignedCertificate(privateKey, publicKey, {
    commonName: new URL(entityId).hostname,
    serial: randomBytes(16),
    from: now - DAY_MS,
    until: now + TWENTY_YEARS_MS,
  });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    certificate,
    ...(signsFrom !== undefined && { signsFrom }),
  };
}

const write = (keys: readonly SamlKey[]): string => JSON.stringify({ keys });

function parse(text: string, location: string): readonly SamlKey[] {
  try {
    const pairs = v.parse(keyFileContent, JSON.parse(text));
    for (const { certificate, privateKey } of pairs) {
      if (!new X509Certificate(certificate).checkPrivateKey(createPrivateKey(privateKey))) {
        throw new Error('a certificate does not belong to its key');
      }
    }
    return pairs;
  } catch (cause) {
    throw new SamlKeyError(location, cause);
  }
}

/**
 * The key ring of the keys that sign SAML messages. The first key is created and stored when the ring is read for the
 * first time. Reading damaged keys throws SamlKeyError.
 */
export const samlKeyRing = (location: KeyLocation, entityId: string, now: () => number): KeyRing<SamlKey> =>
  keyRing(
    storedKeys(location, STORED_NAMES, () => write([createSamlKey(entityId, now())])),
    { parse, write },
  );
