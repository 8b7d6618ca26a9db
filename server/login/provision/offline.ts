import { hkdfSync } from 'node:crypto';
import { Secret } from 'otpauth';
import type { RandomBytes } from '#server/config/deps.ts';
import { codeOf, type OtpKey } from '#server/login/otp/one-time-password.ts';
import { readableCode } from '#server/login/readable-code.ts';

/** A client key: 16 letters and digits that the phone generates (spec section 5). */
export const CLIENT_KEY_PATTERN = /^[A-Z0-9]{16}$/;

const AK_CHARACTERS = 8;

const SECRET_BYTES = 20;

/** The counter of the comparison code, which is never the counter of a sign-in code (rule 209). */
const COMPARISON_COUNTER = 2 ** 32;

/** Creates the ak of an offline registration: the server's part of the secret, 8 characters. */
export const newOfflineAk = (random: RandomBytes): string => readableCode(random, AK_CHARACTERS);

/** The secret in base32 that server and phone derive from the client key and the ak (docs/device-calls.md). */
export function offlineSecret(clientKey: string, ak: string): string {
  const bytes = hkdfSync('sha256', clientKey, ak, 'munjigi-offline', SECRET_BYTES);
  return new Secret({ buffer: bytes }).base32;
}

/** Six digits that the page and the phone show, so that the person can see that both have the same secret. */
export const comparisonCode = (secret: string): string =>
  codeOf({ secret, algorithm: 'SHA1', digits: 6 } satisfies OtpKey, COMPARISON_COUNTER);
