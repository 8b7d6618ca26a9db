import { constants, createCipheriv, createPublicKey, publicEncrypt, randomBytes } from 'node:crypto';
import type { AppLink } from './app-link.ts';

const HEADER = Buffer.from(JSON.stringify({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })).toString('base64url');

/**
 * Encrypts a value for the portal with the key in an app link. The result is a JWE in compact form
 * (docs/device-calls.md).
 * @throws TypeError when `modulus` and `exponent` are not a valid key
 */
export function encryptForPortal(
  { modulus, exponent }: Pick<AppLink, 'modulus' | 'exponent'>,
  value: unknown,
): string {
  const key = createPublicKey({ format: 'jwk', key: { kty: 'RSA', n: modulus, e: exponent } });
  const contentKey = randomBytes(32);
  const iv = randomBytes(12);
  const encryptedKey = publicEncrypt(
    { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    contentKey,
  );
  const cipher = createCipheriv('aes-256-gcm', contentKey, iv);
  cipher.setAAD(Buffer.from(HEADER));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  const parts = [encryptedKey, iv, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
  return [HEADER, ...parts].join('.');
}
