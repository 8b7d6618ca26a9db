import { base64url, encodedJson, utf8 } from './encoding.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The RSA public key of the portal, as in an app link: modulus and exponent in base64url. */
export type PortalKey = { readonly modulus: string; readonly exponent: string };

/**
 * Encrypts a value so that only the portal can read it. The result is a compact JWE (RFC 7516) with RSA-OAEP-256 and
 * A256GCM.
 * @throws DOMException when the key is invalid
 */
export async function encryptForPortal({ modulus, exponent }: PortalKey, value: unknown): Promise<string> {
  const header = encodedJson({ alg: 'RSA-OAEP-256', enc: 'A256GCM' });
  const portalKey = await crypto.subtle.importKey(
    'jwk',
    { kty: 'RSA', n: modulus, e: exponent },
    { name: 'RSA-OAEP', hash: 'SHA-256' },
    false,
    ['wrapKey'],
  );
  const contentKey = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt']);
  const encryptedKey = await crypto.subtle.wrapKey('raw', contentKey, portalKey, { name: 'RSA-OAEP' });
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const ciphertextAndTag = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: utf8(header) },
      contentKey,
      utf8(JSON.stringify(value)),
    ),
  );
  const [ciphertext, tag] = [ciphertextAndTag.slice(0, -TAG_BYTES), ciphertextAndTag.slice(-TAG_BYTES)];
  return [header, ...[encryptedKey, iv, ciphertext, tag].map(base64url)].join('.');
}
