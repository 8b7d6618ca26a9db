import { utf8 } from './encoding.ts';
import { codeKeyOf, hotp } from './one-time-password.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const CHARACTERS = 16;
const SECRET_BITS = 160;
const PROOF_COUNTER = 2 ** 32;

/** Bytes from here on would make the first characters of the alphabet more frequent. */
const UNEVEN = 256 - (256 % ALPHABET.length);

/** Makes a client key: 16 characters of A-Z and 0-9, each as likely as the others. */
export function newClientKey(): string {
  let key = '';
  while (key.length < CHARACTERS) {
    const [byte = UNEVEN] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < UNEVEN) key += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return key;
}

/** The key of codes that phone and portal share without a connection, and its proof (docs/device-calls.md). */
export async function offlineKey(
  clientKey: string,
  characters: string,
): Promise<{ readonly key: CryptoKey; readonly proof: string }> {
  const material = await crypto.subtle.importKey('raw', utf8(clientKey), 'HKDF', false, ['deriveBits']);
  const secret = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt: utf8(characters), info: utf8('munjigi-offline') },
    material,
    SECRET_BITS,
  );
  const key = await codeKeyOf(secret);
  return { key, proof: await hotp(key, PROOF_COUNTER) };
}
