import { hkdfSync, randomInt } from 'node:crypto';
import type { DeviceStore, RegisteredApp } from '#lab/devices/device-store.ts';
import { base32Text } from '#lab/otp/base32.ts';
import { hotp } from '#lab/otp/hotp.ts';
import { NEW_PHONE_NAME } from './new-app.ts';

const CLIENT_KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const CLIENT_KEY_LENGTH = 16;
const SECRET_BYTES = 20;
/** HOTP counter of the digits to compare. Codes for sign-ins have lower counters. */
const COMPARISON_COUNTER = 2 ** 32;
const COMPARISON_DIGITS = 6;

/** Creates and stores a client key. The app shows this key until a new key is created. */
export function newClientKey(store: Pick<DeviceStore, 'clientKeys'>, userId: string): string {
  const key = Array.from({ length: CLIENT_KEY_LENGTH }, () =>
    CLIENT_KEY_ALPHABET.charAt(randomInt(CLIENT_KEY_ALPHABET.length)),
  ).join('');
  store.clientKeys.set(userId, key);
  return key;
}

/**
 * Derives an offline app from its client key and the 8 characters that the portal shows (`ak`), see
 * docs/device-calls.md. The person compares the six `comparisonDigits` with the digits of the portal.
 */
export function offlineApp(
  clientKey: string,
  ak: string,
): { readonly app: RegisteredApp; readonly comparisonDigits: string } {
  const bytes = new Uint8Array(hkdfSync('sha256', clientKey, ak, 'munjigi-offline', SECRET_BYTES));
  const app = { deviceName: NEW_PHONE_NAME, secret: base32Text(bytes), key: null };
  return { app, comparisonDigits: hotp(bytes, COMPARISON_COUNTER, COMPARISON_DIGITS) };
}
