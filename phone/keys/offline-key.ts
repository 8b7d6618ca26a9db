import { utf8 } from './encoding.ts';
import { codeKeyOf, hotp } from './one-time-password.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const CHARACTERS = 16;
const SECRET_BITS = 160;
const COMPARISON_COUNTER = 2 ** 32;

/** Larger bytes are dropped: they would make the first characters more frequent. */
const BYTE_LIMIT = 256 - (256 % ALPHABET.length);

/** Generates a client key: 16 characters of A-Z and 0-9, uniformly distributed. */
export function newClientKey(): string {
  let key = '';
  while (key.length < CHARACTERS) {
    const [byte = BYTE_LIMIT] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < BYTE_LIMIT) key += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return key;
}

/** Derives the shared TOTP key of an offline registration, and the six digits to compare (docs/device-calls.md). */
export async function offlineKey(
  clientKey: string,
  characters: string,
): Promise<{ readonly key: CryptoKey; readonly digits: string }> {
  const material = await crypto.subtle.importKey('raw', utf8(clientKey), 'HKDF', false, ['deriveBits']);
  const secret = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: utf8(characters), info: utf8('munjigi-offline') },
    material,
    SECRET_BITS,
  );
  const key = await codeKeyOf(secret);
  return { key, digits: await hotp(key, COMPARISON_COUNTER) };
}
