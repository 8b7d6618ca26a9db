import { utf8 } from './encoding.ts';

const SALT_BYTES = 16;
const HASH_BITS = 256;
const ITERATIONS = 600_000;

export const generateSalt = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(SALT_BYTES));

/** Computes a slow hash of a PIN: PBKDF2 with HMAC-SHA-256 and 600,000 iterations (RFC 8018). */
export async function hashPin(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const material = await crypto.subtle.importKey('raw', utf8(pin), 'PBKDF2', false, ['deriveBits']);
  return crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS },
    material,
    HASH_BITS,
  );
}

/** Compares two hashes in constant time. */
export function areHashesEqual(one: ArrayBuffer, other: ArrayBuffer): boolean {
  const otherBytes = new Uint8Array(other);
  const difference = new Uint8Array(one).reduce(
    (sum, byte, index) => sum | (byte ^ (otherBytes[index] ?? ~byte)),
    0,
  );
  return one.byteLength === other.byteLength && difference === 0;
}
