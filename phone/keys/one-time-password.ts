import { base32 } from './encoding.ts';

const SECRET_BYTES = 20;
const PERIOD_MS = 30_000;
const DIGITS = 6;
const HMAC = { name: 'HMAC', hash: 'SHA-1' } as const;

/** Converts a TOTP secret to a key that cannot be exported. */
export const importCodeKey = (secret: BufferSource): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, HMAC, false, ['sign']);

/** Generates a TOTP secret: in base32 for the portal, and as a key that cannot be exported. */
export async function generateCodeKey(): Promise<{ readonly secret: string; readonly key: CryptoKey }> {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return { secret: base32(bytes), key: await importCodeKey(bytes) };
}

/** Computes an HOTP code of six digits (RFC 4226, section 5.3). */
export async function hotp(key: CryptoKey, counter: number): Promise<string> {
  const message = new DataView(new ArrayBuffer(8));
  message.setBigUint64(0, BigInt(counter));
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, message));
  const offset = mac.getUint8(mac.byteLength - 1) & 0xf;
  const number = (mac.getUint32(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/**
 * Computes the TOTP code at a time (RFC 6238, with SHA-1, 6 digits and 30 seconds).
 * @param now time of the portal's clock, in epoch milliseconds
 */
export const codeAt = (key: CryptoKey, now: number): Promise<string> =>
  hotp(key, Math.floor(now / PERIOD_MS));

/**
 * Milliseconds until the code changes.
 * @param now time of the portal's clock, in epoch milliseconds
 */
export const untilNextCode = (now: number): number => PERIOD_MS - (now % PERIOD_MS);
