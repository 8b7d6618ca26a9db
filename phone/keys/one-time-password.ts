import { base32 } from './encoding.ts';

const SECRET_BYTES = 20;
const PERIOD_MS = 30_000;
const DIGITS = 6;
const HMAC = { name: 'HMAC', hash: 'SHA-1' } as const;

/** Imports a TOTP secret as a key that cannot be exported. */
export const codeKeyOf = (secret: BufferSource): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', secret, HMAC, false, ['sign']);

/** Generates a TOTP secret (base32, for the portal), and its key, which cannot be exported. */
export async function newCodeKey(): Promise<{ readonly secret: string; readonly key: CryptoKey }> {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return { secret: base32(bytes), key: await codeKeyOf(bytes) };
}

/** HOTP (RFC 4226, section 5.3). */
export async function hotp(key: CryptoKey, counter: number): Promise<string> {
  const message = new DataView(new ArrayBuffer(8));
  message.setBigUint64(0, BigInt(counter));
  const mac = new DataView(await crypto.subtle.sign('HMAC', key, message));
  const offset = mac.getUint8(mac.byteLength - 1) & 0xf;
  const number = (mac.getUint32(offset) & 0x7fff_ffff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** TOTP (RFC 6238: SHA-1, 6 digits, 30 s). @param now epoch milliseconds by the portal's clock */
export const codeAt = (key: CryptoKey, now: number): Promise<string> =>
  hotp(key, Math.floor(now / PERIOD_MS));

/** Milliseconds until the code changes. */
export const untilNextCode = (now: number): number => PERIOD_MS - (now % PERIOD_MS);
