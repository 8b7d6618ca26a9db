import { createPublicKey, verify } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NewerKeyPendingError } from '#server/protocols/key-ring.ts';
import { createOidcKey, KeyFileError, oidcKeyRing } from '#server/protocols/oidc/keys.ts';
import { IN_MEMORY, openDatabase } from '#server/storage/open.ts';
import { newFolder } from '#tests/support/folder.ts';
import { DATA_KEYS } from '#tests/support/server/storage.ts';
import {
  authorizationUrl,
  browserSignedInAs,
  callbackOf,
  codeIn,
  type EngineServer,
  redeem,
  startEngineServer,
} from './engine-server.ts';

const HOUR = 60 * 60;
const NOW = Date.parse('2026-11-20T12:00:00Z');

const storage = await openDatabase(IN_MEMORY, DATA_KEYS);

let folder: string;
beforeEach(() => {
  folder = newFolder();
});

describe('signing keys', () => {
  const file = () => join(folder, 'data', 'oidc-keys.json');
  const ring = () => oidcKeyRing({ storage, dataDir: join(folder, 'data') });

  it('are created once and stored readable for their owner only', async () => {
    const created = await ring().all();
    expect(await ring().all()).toEqual(created);
    expect(created).toEqual([expect.objectContaining({ kty: 'RSA', alg: 'RS256', use: 'sig' })]);
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  it.each([
    '',
    '{"keys":[]}',
    '{"keys":[{"kty":"oct","k":"x"}]}',
    's1.somebody.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  ])('are not replaced when the file contains %j', async (content) => {
    await ring().all();
    writeFileSync(file(), content);
    await expect(ring().all()).rejects.toThrow(KeyFileError);
  });

  it('are at most two, and the newer one signs later', async () => {
    const keys = ring();
    const [firstKey] = await keys.all();
    const secondKey = createOidcKey(NOW + HOUR);
    await keys.rotate(() => secondKey, NOW);
    const kids = async (at: number) => (await keys.signerFirst(at)).map(({ kid }) => kid);
    expect(await kids(NOW)).toEqual([firstKey?.kid, secondKey.kid]);
    expect(await kids(NOW + HOUR)).toEqual([secondKey.kid, firstKey?.kid]);
    await expect(keys.rotate(() => createOidcKey(NOW + HOUR), NOW)).rejects.toThrow(NewerKeyPendingError);
    const thirdKey = createOidcKey(NOW + 2 * HOUR);
    await keys.rotate(() => thirdKey, NOW + HOUR);
    expect(await kids(NOW + HOUR)).toEqual([secondKey.kid, thirdKey.kid]);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });
});

type Jwk = { readonly kid: string } & JsonWebKey;

describe('a service that caches the key set for a day', () => {
  let server: EngineServer;
  beforeEach(async () => {
    server = await startEngineServer({ dataDir: folder });
  });
  afterEach(() => server.close());

  const fetchKeys = async (): Promise<readonly Jwk[]> => {
    const { keys } = (await (await fetch(`${server.origin}/oauth2/jwks`)).json()) as { keys: Jwk[] };
    return keys;
  };

  /** Signs in and returns the ID token. */
  async function newIdToken(): Promise<string> {
    const browser = browserSignedInAs(server, 'kim', Date.now() + 10 * 24 * HOUR * 1000);
    const callback = await callbackOf(browser, authorizationUrl(server.origin));
    return (await (await redeem(server.origin, codeIn(callback))).json()).id_token;
  }

  /** Whether a token is signed by a key that the service has cached. */
  function isAccepted(token: string, cachedKeys: readonly Jwk[]): boolean {
    const [header = '', payload = '', signature = ''] = token.split('.');
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString());
    const key = cachedKeys.find((cachedKey) => cachedKey.kid === kid);
    if (!key) return false;
    const publicKey = createPublicKey({ key, format: 'jwk' });
    return verify(
      'sha256',
      Buffer.from(`${header}.${payload}`),
      publicKey,
      Buffer.from(signature, 'base64url'),
    );
  }

  it('refuses no sign-in while the key is rotated by another process', async () => {
    let cachedKeys = await fetchKeys();
    expect(isAccepted(await newIdToken(), cachedKeys)).toBe(true);
    const ring = oidcKeyRing({ storage, dataDir: folder });
    await ring.rotate(() => createOidcKey(Date.now() + 25 * HOUR * 1000), Date.now());

    server.advance(31);
    expect(isAccepted(await newIdToken(), cachedKeys)).toBe(true);
    expect(await fetchKeys()).toHaveLength(2);
    server.advance(23 * HOUR);
    expect(isAccepted(await newIdToken(), cachedKeys)).toBe(true);

    server.advance(HOUR);
    cachedKeys = await fetchKeys();
    server.advance(2 * HOUR);
    const token = await newIdToken();
    expect(isAccepted(token, cachedKeys)).toBe(true);
    expect(isAccepted(token, cachedKeys.slice(0, 1))).toBe(false);
    expect(await fetchKeys()).toHaveLength(2);
  });
});
