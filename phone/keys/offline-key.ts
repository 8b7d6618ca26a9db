import { utf8 } from './encoding.ts';
import { hotp, importCodeKey } from './one-time-password.ts';

/** The characters of a client key. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Number of characters in a client key. */
const KEY_LENGTH = 16;
const SECRET_BITS = 160;

/** The HOTP counter of the digits to compare. It is so large that no code of the app ever has this counter. */
const COMPARISON_COUNTER = 2 ** 32;

/** Random bytes from this value on are not used, because they would make the first characters more frequent. */
const BYTE_LIMIT = 256 - (256 % ALPHABET.length);

/** Generates a random client key of 16 characters. */
export function createClientKey(): string {
  let key = '';
  while (key.length < KEY_LENGTH) {
    const [byte = BYTE_LIMIT] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < BYTE_LIMIT) key += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return key;
}

/**
 * Derives the TOTP key of an offline app, and the six digits that the person compares with the portal
 * (docs/device-calls.md).
 * @param characters the characters that the portal shows and the person types
 */
export async function deriveOfflineKey(
  clientKey: string,
  characters: string,
): Promise<{ readonly key: CryptoKey; readonly digits: string }> {
  const material = await crypto.subtle.importKey('raw', utf8(clientKey), 'HKDF', false, ['deriveBits']);
  const secret = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: utf8(characters), info: utf8('munjigi-offline') },
    material,
    SECRET_BITS,
  );
  const key = await importCodeKey(secret);
  return { key, digits: await hotp(key, COMPARISON_COUNTER) };
}
