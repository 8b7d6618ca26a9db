import { hkdfSync, randomInt } from 'node:crypto';
import type { DeviceStore, RegisteredApp } from '#lab/devices/device-store.ts';
import { base32Text } from '#lab/otp/base32.ts';
import { hotp } from '#lab/otp/hotp.ts';
import { NEW_PHONE } from './new-app.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const KEY_LENGTH = 16;
const SECRET_BYTES = 20;
const PROOF_COUNTER = 2 ** 32;
const DIGITS = 6;

/** A client key, which the app shows until another is requested. */
export function newClientKey(store: Pick<DeviceStore, 'clientKeys'>, userId: string): string {
  const key = Array.from({ length: KEY_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('');
  store.clientKeys.set(userId, key);
  return key;
}

/** The offline app of a client key and the portal's 8 characters, with the six digits to compare (docs/device-calls.md). */
export function offlineApp(
  clientKey: string,
  ak: string,
): { readonly app: RegisteredApp; readonly proof: string } {
  const bytes = new Uint8Array(hkdfSync('sha256', clientKey, ak, 'munjigi-offline', SECRET_BYTES));
  const app = { deviceName: NEW_PHONE, secret: base32Text(bytes), key: null };
  return { app, proof: hotp(bytes, PROOF_COUNTER, DIGITS) };
}
