import { HOTP, Secret } from 'otpauth';
import { isSameCode } from '#server/storage/same-code.ts';

/** The secret with which a device computes codes, and the format of the codes. */
export type OtpKey = {
  /** Base32. */
  readonly secret: string;
  readonly algorithm: 'SHA1' | 'SHA256' | 'SHA512';
  readonly digits: number;
};

/** The code of a moving factor: of a counter (RFC 4226), or of a time step (RFC 6238). */
export const codeOf = ({ secret, algorithm, digits }: OtpKey, movingFactor: number): string =>
  HOTP.generate({ secret: Secret.fromBase32(secret), algorithm, digits, counter: movingFactor });

/**
 * The time step of a time (RFC 6238, section 4.2).
 * @param now epoch milliseconds
 * @param period seconds
 */
export const timeStep = (now: number, period: number): number => Math.floor(now / (period * 1000));

/** The first moving factor with a code, from `from` to `to`, both included. Null when no moving factor has the code. */
export function movingFactorOf(code: string, key: OtpKey, from: number, to: number): number | null {
  for (let movingFactor = Math.max(0, from); movingFactor <= to; movingFactor++) {
    if (isSameCode(code, codeOf(key, movingFactor))) return movingFactor;
  }
  return null;
}
