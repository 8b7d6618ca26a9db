import { constants, createDecipheriv, type KeyObject, privateDecrypt } from 'node:crypto';

/** The only accepted algorithms (RFC 7518, sections 4.3 and 5.3). */
const ALG = 'RSA-OAEP-256';
const ENC = 'A256GCM';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const bytesOf = (part: string | undefined): Buffer => Buffer.from(part ?? '', 'base64url');

function isAcceptedHeader(part: string | undefined): unknown {
  const { alg, enc } = JSON.parse(bytesOf(part).toString()) as Record<string, unknown>;
  return alg === ALG && enc === ENC;
}

/**
 * Decrypts a compact JWE of an app (RFC 7516), RSA-OAEP-256 with A256GCM. Null when it is malformed, for
 * another key, or altered.
 */
export function decryptJwe(jwe: string, key: KeyObject): string | null {
  const parts = jwe.split('.');
  const [header, encryptedKey, iv, text, tag] = parts;
  if (parts.length !== 5 || bytesOf(iv).length !== IV_BYTES || bytesOf(tag).length !== TAG_BYTES) return null;
  try {
    if (!isAcceptedHeader(header)) return null;
    const padding = { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
    const contentKey = privateDecrypt(padding, bytesOf(encryptedKey));
    if (contentKey.length !== KEY_BYTES) return null;
    const decipher = createDecipheriv('aes-256-gcm', contentKey, bytesOf(iv), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(header ?? '', 'ascii')).setAuthTag(bytesOf(tag));
    return Buffer.concat([decipher.update(bytesOf(text)), decipher.final()]).toString();
  } catch {
    return null;
  }
}
