import { createHash, createPublicKey, verify } from 'node:crypto';
import * as v from 'valibot';

/** 32 bytes in base64url. */
const coordinate = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** The public key of an app as a JWK (RFC 7517), with only the members from which a thumbprint is computed. */
export const publicJwk = v.variant('kty', [
  v.strictObject({ kty: v.literal('EC'), crv: v.literal('P-256'), x: coordinate, y: coordinate }),
  v.strictObject({ kty: v.literal('OKP'), crv: v.literal('Ed25519'), x: coordinate }),
]);

export type PublicJwk = v.InferOutput<typeof publicJwk>;

/** The text that RFC 7638 hashes: the members of a key in alphabetical order. */
const canonicalJson = ({ crv, kty, x, ...rest }: PublicJwk): string =>
  JSON.stringify({ crv, kty, x, ...('y' in rest && { y: rest.y }) });

/** The SHA-256 thumbprint of a key (RFC 7638), by which the key is stored. */
export const thumbprintOf = (jwk: PublicJwk): string =>
  createHash('sha256').update(canonicalJson(jwk)).digest('base64url');

/** The value of `alg` in signatures with a key (RFC 7518, RFC 8037). */
export const algorithmOf = ({ kty }: PublicJwk): 'ES256' | 'EdDSA' => (kty === 'EC' ? 'ES256' : 'EdDSA');

/** Whether the coordinates of a key are a point on its curve. */
export function isValidKey(jwk: PublicJwk): boolean {
  try {
    createPublicKey({ format: 'jwk', key: jwk });
    return true;
  } catch {
    return false;
  }
}

/** Whether a signature (base64url) is valid for a text and a key, by the JWS algorithm of the key. */
export function hasSigned(jwk: PublicJwk, text: string, signature: string): boolean {
  const key = createPublicKey({ format: 'jwk', key: jwk });
  const bytes = Buffer.from(signature, 'base64url');
  return jwk.kty === 'EC'
    ? verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, bytes)
    : verify(null, Buffer.from(text), key, bytes);
}
