import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';

/** The only accepted algorithms (RFC 7518, sections 4.3 and 5.3). */
const KEY_ALGORITHM = 'RSA-OAEP-256';
const CONTENT_ALGORITHM = 'A256GCM';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const bytesOf = (part: string | undefined): Buffer => Buffer.from(part ?? '', 'base64url');

function isAcceptedHeader(part: string | undefined): boolean {
  const { alg, enc } = JSON.parse(bytesOf(part).toString()) as Record<string, unknown>;
  return alg === KEY_ALGORITHM && enc === CONTENT_ALGORITHM;
}

/**
 * Decrypts a compact JWE of an app (RFC 7516). Null when the JWE is malformed or altered, or was encrypted for another
 * key.
 */
export function decryptJwe(jwe: string, key: KeyObject): string | null {
  const parts = jwe.split('.');
  const [header, encryptedKey, iv, text, tag] = parts;
  if (parts.length !== 5 || bytesOf(iv).length !== IV_BYTES || bytesOf(tag).length !== TAG_BYTES) return null;
  try {
    if (!isAcceptedHeader(header)) return null;
    const rsaOptions = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
    const contentKey = privateDecrypt(rsaOptions, bytesOf(encryptedKey));
    if (contentKey.length !== KEY_BYTES) return null;
    const decipher = createDecipheriv('aes-256-gcm', contentKey, bytesOf(iv), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(header ?? '', 'ascii')).setAuthTag(bytesOf(tag));
    return Buffer.concat([decipher.update(bytesOf(text)), decipher.final()]).toString();
  } catch {
    return null;
  }
}
