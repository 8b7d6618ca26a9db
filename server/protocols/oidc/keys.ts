import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { JWK, JWKS } from 'oidc-provider';
import * as v from 'valibot';
import { KEY_FILES } from '#server/protocols/key-files.ts';
import { type KeyRing, keyRing, type RingKey } from '#server/protocols/key-ring.ts';
import { type KeyLocation, storedKeys } from '#server/protocols/stored-keys.ts';

/** Where the key ring is stored: as a file, or as a row of the database. */
const STORED_NAMES = { file: KEY_FILES.oidc, row: 'oidc' };

/** An RS256 key as it is stored. */
export type OidcKey = JWK & RingKey & { readonly kid: string };

const keySet = v.object({
  keys: v.pipe(
    v.array(
      v.looseObject({
        kty: v.literal('RSA'),
        kid: v.string(),
        alg: v.literal('RS256'),
        use: v.literal('sig'),
        n: v.string(),
        e: v.string(),
        d: v.string(),
        signsFrom: v.optional(v.number()),
      }),
    ),
    v.minLength(1),
  ),
});

/** Thrown when the stored signing keys are damaged. They are not replaced, because that would invalidate all tokens. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';

  constructor(path: string, cause: unknown) {
    super(`${path} contains no set of RS256 keys; restore it from a backup or delete it`, { cause });
  }
}

/**
 * Creates an RS256 key.
 * @param signsFrom the time from which the key signs, in epoch milliseconds; absent for a key that signs immediately
 */
export function createOidcKey(signsFrom?: number): OidcKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    ...(privateKey.export({ format: 'jwk' }) as JWK),
    kid: randomUUID(),
    alg: 'RS256',
    use: 'sig',
    ...(signsFrom !== undefined && { signsFrom }),
  } as OidcKey;
}

const write = (keys: readonly OidcKey[]): string => JSON.stringify({ keys });

function parse(text: string, location: string): readonly OidcKey[] {
  try {
    return v.parse(keySet, JSON.parse(text)).keys as readonly OidcKey[];
  } catch (cause) {
    throw new KeyFileError(location, cause);
  }
}

/**
 * The key ring of the RS256 keys that sign ID tokens. The first key is created and stored when the ring is read for the
 * first time. Reading damaged keys throws KeyFileError.
 */
export const oidcKeyRing = (location: KeyLocation): KeyRing<OidcKey> =>
  keyRing(
    storedKeys(location, STORED_NAMES, () => write([createOidcKey()])),
    { parse, write },
  );

/** The same RSA key for signatures with PS256. TLS 1.3 also uses one RSA key for both algorithms (RFC 8446, 4.2.3). */
const ps256KeyOf = (key: JWK): JWK => ({ ...key, alg: 'PS256', kid: `${key.kid}.PS256` });

/**
 * The key set for the library, which signs with the first key and publishes all keys.
 * @param needsPs256 whether a service receives ID tokens that are signed with PS256
 */
export function keySetOf(keys: readonly OidcKey[], needsPs256: boolean): JWKS {
  const rs256Keys = keys.map(({ signsFrom: _signsFrom, ...key }): JWK => key);
  return { keys: needsPs256 ? [...rs256Keys, ...rs256Keys.map(ps256KeyOf)] : rs256Keys };
}

/** Creates a function that reads the current signing key. */
export function signingKey(location: KeyLocation, now: () => number): () => Promise<OidcKey> {
  const ring = oidcKeyRing(location);
  return async () => {
    const [key] = await ring.signerFirst(now());
    if (!key) throw new TypeError('The key ring is empty');
    return key;
  };
}
