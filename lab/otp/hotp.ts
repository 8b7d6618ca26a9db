import { createHmac } from 'node:crypto';

/** Names of the hash functions of RFC 6238. */
export type HashName = 'SHA1' | 'SHA256' | 'SHA512';

/** The HMAC-based one-time password (HOTP) of a counter (RFC 4226, section 5.3). */
export function hotp(key: Uint8Array, counter: number, digits: number, hash: HashName = 'SHA1'): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac(hash, key).update(message).digest();
  const offset = (mac[mac.length - 1] ?? 0) & 0x0f;
  const truncated = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(truncated % 10 ** digits).padStart(digits, '0');
}

/**
 * The number of whole time steps since the epoch (RFC 6238, section 4.2).
 * @param now epoch milliseconds
 * @param period length of a time step in seconds
 */
export const timeStep = (now: number, period: number): number => Math.floor(now / 1000 / period);

/** The time-based one-time password (TOTP) at a time (RFC 6238). */
export const totp = (
  key: Uint8Array,
  now: number,
  period: number,
  digits: number,
  hash: HashName = 'SHA1',
): string => hotp(key, timeStep(now, period), digits, hash);

/** Whole seconds until the next time step: from `period` down to 1. */
export const secondsLeft = (now: number, period: number): number =>
  period - (Math.floor(now / 1000) % period);
