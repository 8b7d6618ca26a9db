import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The prefix was chosen for outcomes of requests; other values that are encrypted here use it, too. */
const deriveKey = (secret: string): Buffer => createHash('sha256').update(`outcome ${secret}`).digest();

/** Encrypts a text with a key that is derived from `secret`, which the database must not contain. */
export function encrypt(secret: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(secret), nonce);
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64');
}

/**
 * Decrypts a text of {@link encrypt}.
 * @throws Error when the text was encrypted with another secret.
 */
export function decrypt(secret: string, encrypted: string): string {
  const bytes = Buffer.from(encrypted, 'base64');
  const decipher = createDecipheriv(CIPHER, deriveKey(secret), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const ciphertext = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
}
