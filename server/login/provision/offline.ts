import { hkdfSync } from 'node:crypto';
import { Secret } from 'otpauth';
import type { RandomBytes } from '#server/config/deps.ts';
import { codeOf, type OtpKey } from '#server/login/otp/one-time-password.ts';
import { readableCode } from '#server/login/readable-code.ts';

/** 16 letters and digits that the phone generates (spec section 5). */
export const CLIENT_KEY = /^[A-Z0-9]{16}$/;

const AK_CHARACTERS = 8;

const SECRET_BYTES = 20;

/** The counter of the comparison code; sign-in codes never use it (rule 209). */
const COMPARISON_COUNTER = 2 ** 32;

/** The server's half of a secret, 8 characters. */
export const newOfflineAk = (random: RandomBytes): string => readableCode(random, AK_CHARACTERS);

/** The secret that server and phone derive from the two halves, in base32 (docs/device-calls.md). */
export function offlineSecret(clientKey: string, ak: string): string {
  const bytes = hkdfSync('sha256', clientKey, ak, 'munjigi-offline', SECRET_BYTES);
  return new Secret({ buffer: bytes }).base32;
}

/** Six digits by which the person compares the secrets of page and phone. */
export const comparisonCode = (secret: string): string =>
  codeOf({ secret, algorithm: 'SHA1', digits: 6 } satisfies OtpKey, COMPARISON_COUNTER);
