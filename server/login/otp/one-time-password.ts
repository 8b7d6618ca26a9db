import { HOTP, Secret } from 'otpauth';
import { isSameCode } from '#server/storage/same-code.ts';

/** The key and format of the codes of a device. */
export type OtpKey = {
  /** Base32. */
  readonly secret: string;
  readonly algorithm: 'SHA1' | 'SHA256' | 'SHA512';
  readonly digits: number;
};

/** The code of a moving factor, which is the counter of RFC 4226 or the time step of RFC 6238. */
export const codeOf = ({ secret, algorithm, digits }: OtpKey, factor: number): string =>
  HOTP.generate({ secret: Secret.fromBase32(secret), algorithm, digits, counter: factor });

/** The time step of epoch milliseconds; `period` in seconds (RFC 6238, section 4.2). */
export const timeStep = (now: number, period: number): number => Math.floor(now / (period * 1000));

/** The first moving factor from `from` to `to`, both included, with this code; null without one. */
export function movingFactorOf(code: string, key: OtpKey, from: number, to: number): number | null {
  for (let factor = Math.max(0, from); factor <= to; factor++) {
    if (isSameCode(code, codeOf(key, factor))) return factor;
  }
  return null;
}
