import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import type { KeyPair } from '#server/config/key-pair.ts';
import { sharedKey } from '#server/storage/repositories/server-keys.ts';
import type { Storage } from '#server/storage/storage.ts';
import { selfSigned } from './certificate.ts';

const KEY_FILE = 'saml-key.json';
const KEY_NAME = 'saml';
const TWENTY_YEARS_MS = 20 * 365 * 24 * 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

const keyPair = v.object({ privateKey: v.string(), certificate: v.string() });

/** The file of the signing key is there but cannot be read; replacing it would break trust with every service. */
export class SamlKeyError extends Error {
  override readonly name = 'SamlKeyError';

  constructor(path: string, cause: unknown) {
    super(`${path} holds no key with its certificate; restore it from a backup or delete it`, { cause });
  }
}

function createKeyPair(entityId: string, now: number): KeyPair {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = selfSigned(privateKey, publicKey, {
    commonName: new URL(entityId).hostname,
    serial: randomBytes(16),
    from: now - DAY_MS,
    until: now + TWENTY_YEARS_MS,
  });
  return { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), certificate };
}

function readKeyPair(path: string): KeyPair | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return parsedKeyPair(text, path);
}

function parsedKeyPair(text: string, path: string): KeyPair {
  try {
    const pair = v.parse(keyPair, JSON.parse(text));
    if (new X509Certificate(pair.certificate).checkPrivateKey(createPrivateKey(pair.privateKey))) return pair;
    throw new Error('the certificate is not the one of the key');
  } catch (cause) {
    throw new SamlKeyError(path, cause);
  }
}

/**
 * The key that signs SAML messages: the configured one, else one that is made at the first start and read from then
 * on, on one machine from `dataDir`, on many from the storage that they share.
 * @throws SamlKeyError when the key is damaged.
 */
export async function loadSamlKey(
  configured: KeyPair | null,
  entityId: string,
  { storage, dataDir }: { readonly storage: Storage; readonly dataDir: string | null },
  now: () => number,
): Promise<KeyPair> {
  if (configured) return configured;
  if (storage.engine === 'sqlite') return samlKeyIn(entityId, dataDir, now);
  const kept = await sharedKey(storage, KEY_NAME, () => JSON.stringify(createKeyPair(entityId, now())));
  return parsedKeyPair(kept, `The row ${KEY_NAME} of server_keys`);
}

/**
 * The key of one machine.
 * @param dataDir null keeps it in memory.
 * @throws SamlKeyError when the file is damaged.
 */
export function samlKeyIn(entityId: string, dataDir: string | null, now: () => number): KeyPair {
  if (dataDir === null) return createKeyPair(entityId, now());
  const path = join(dataDir, KEY_FILE);
  const kept = readKeyPair(path);
  if (kept) return kept;
  const created = createKeyPair(entityId, now());
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(path, JSON.stringify(created), { mode: 0o600, flag: 'wx' });
  return created;
}
