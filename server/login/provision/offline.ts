import { hkdfSync } from 'node:crypto';
import { Secret } from 'otpauth';
import type { RandomBytes } from '#server/config/deps.ts';
import { codeOf, type OtpKey } from '#server/login/otp/one-time-password.ts';
import { readableCode } from '#server/login/readable-code.ts';

/** 16 letters and digits that the phone has made (spec section 5). */
export const CLIENT_KEY = /^[A-Z0-9]{16}$/;

const AK_CHARACTERS = 8;

const SECRET_BYTES = 20;

/** The counter of the code by which person and phone compare; no sign-in reaches it (decision 209). */
const PROOF_COUNTER = 2 ** 32;

/** The server's half of a secret, 8 characters. */
export const newOfflineAk = (random: RandomBytes): string => readableCode(random, AK_CHARACTERS);

/** The secret that both sides make of the two halves, in base32 (docs/device-calls.md). */
export function offlineSecret(clientKey: string, ak: string): string {
  const bytes = hkdfSync('sha256', clientKey, ak, 'munjigi-offline', SECRET_BYTES);
  return new Secret({ buffer: bytes }).base32;
}

/** The six digits that the phone shows too when both have the same secret. */
export const proofCode = (secret: string): string =>
  codeOf({ secret, algorithm: 'SHA1', digits: 6 } satisfies OtpKey, PROOF_COUNTER);
