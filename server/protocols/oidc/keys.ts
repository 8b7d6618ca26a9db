import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JWK, JWKS } from 'oidc-provider';
import * as v from 'valibot';
import { sharedKey } from '#server/storage/repositories/server-keys.ts';
import type { Storage } from '#server/storage/storage.ts';

const KEY_FILE = 'oidc-keys.json';
const KEY_NAME = 'oidc';

type Kept = {
  readonly storage: Storage;
  /** Null keeps them in memory. */
  readonly dataDir: string | null;
};

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
      }),
    ),
    v.minLength(1),
  ),
});

/** The file of signing keys is there but cannot be read; replacing it would void every token. */
export class KeyFileError extends Error {
  override readonly name = 'KeyFileError';

  constructor(path: string, cause: unknown) {
    super(`${path} holds no set of RS256 keys; restore it from a backup or delete it`, { cause });
  }
}

function createKeys(): JWKS {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key: JWK = {
    ...(privateKey.export({ format: 'jwk' }) as JWK),
    kid: randomUUID(),
    alg: 'RS256',
    use: 'sig',
  };
  return { keys: [key] };
}

function parsedKeys(text: string, place: string): JWKS {
  try {
    return v.parse(keySet, JSON.parse(text)) as JWKS;
  } catch (cause) {
    throw new KeyFileError(place, cause);
  }
}

function readKeys(path: string): JWKS | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return parsedKeys(text, path);
}

/**
 * The RS256 keys that sign ID tokens: generated once, then read at every start, on one machine from `dataDir`, on
 * many from the storage that they share.
 * @throws KeyFileError when the keys are damaged.
 */
export async function loadSigningKeys({ storage, dataDir }: Kept): Promise<JWKS> {
  if (storage.engine === 'sqlite') return signingKeysIn(dataDir);
  const kept = await sharedKey(storage, KEY_NAME, () => JSON.stringify(createKeys()));
  return parsedKeys(kept, `The row ${KEY_NAME} of server_keys`);
}

/**
 * The keys of one machine.
 * @param dataDir null keeps them in memory.
 * @throws KeyFileError when the file is damaged.
 */
export function signingKeysIn(dataDir: string | null): JWKS {
  if (dataDir === null) return createKeys();
  const path = join(dataDir, KEY_FILE);
  const kept = readKeys(path);
  if (kept) return kept;
  const created = createKeys();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(path, JSON.stringify(created), { mode: 0o600, flag: 'wx' });
  return created;
}
