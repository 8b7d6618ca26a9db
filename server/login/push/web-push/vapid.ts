import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import * as v from 'valibot';
import { sharedKey } from '#server/storage/repositories/server-keys.ts';
import type { Storage } from '#server/storage/storage.ts';

/** The name of the stored key. */
const KEY_NAME = 'web-push';
/** The lifetime of a token for push services. */
const TOKEN_SECONDS = 12 * 60 * 60;

const privateJwk = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  x: v.string(),
  y: v.string(),
  d: v.string(),
});

/** The key pair that identifies the portal to push services (RFC 8292). */
export type VapidKey = v.InferOutput<typeof privateJwk>;

/** The first byte of an uncompressed point. */
const UNCOMPRESSED_POINT = Buffer.from([4]);

const newKey = (): string =>
  JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }));

/** The stored key pair, which is created at its first use. */
export const vapidKey = async (db: Storage): Promise<VapidKey> =>
  v.parse(privateJwk, JSON.parse(await sharedKey(db, KEY_NAME, newKey)));

/** The public key as browsers expect it (`applicationServerKey`): an uncompressed point in base64url. */
export const publicKeyOf = ({ x, y }: VapidKey): string =>
  Buffer.concat([UNCOMPRESSED_POINT, Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString(
    'base64url',
  );

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * The `Authorization` header of a message to a push service (RFC 8292).
 * @param contact the address of the operator as a `mailto:` URI
 * @param now epoch milliseconds
 */
export function authorizationFor(endpoint: string, key: VapidKey, contact: string, now: number): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + TOKEN_SECONDS, sub: contact };
  const text = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded(claims)}`;
  const signature = sign('sha256', Buffer.from(text), {
    key: createPrivateKey({ format: 'jwk', key }),
    dsaEncoding: 'ieee-p1363',
  });
  return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKeyOf(key)}`;
}
