import { base64url, encodedJson, utf8 } from './encoding.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The portal's RSA public key from an app link, both parts in base64url. */
export type PortalKey = { readonly modulus: string; readonly exponent: string };

/**
 * Encrypts a value for the portal: a compact JWE (RFC 7516) with RSA-OAEP-256 and A256GCM.
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
  const wrapped = await crypto.subtle.wrapKey('raw', contentKey, portalKey, { name: 'RSA-OAEP' });
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const ciphertextAndTag = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: utf8(header) },
      contentKey,
      utf8(JSON.stringify(value)),
    ),
  );
  const [ciphertext, tag] = [ciphertextAndTag.slice(0, -TAG_BYTES), ciphertextAndTag.slice(-TAG_BYTES)];
  return [header, ...[wrapped, iv, ciphertext, tag].map(base64url)].join('.');
}
