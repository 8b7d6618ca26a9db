import * as v from 'valibot';
import { date, period, text, wholeNumber } from './values.ts';

const base32 = v.pipe(v.string(), v.regex(/^[A-Z2-7]+$/, 'must be base32 without padding'));

const hex = (bytes: number) =>
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^[\\da-f]{${2 * bytes}}$`), `must be ${bytes} bytes in hexadecimal`),
  );

/** Digits of a one-time password and the base32 key that they come from. */
const oneTimePassword = {
  secret: base32,
  digits: v.optional(v.pipe(wholeNumber(6), v.maxValue(8, 'must be at most 8')), 6),
};

const timeStep = v.optional(wholeNumber(1), 30);

/** Whether an administrator lets a device be used, and on which days. */
const usage = {
  usable: v.optional(v.boolean(), true),
  usagePeriod: v.optional(period, {}),
};

/** A hardware OTP card as its vendor delivers it. */
export const otpCard = v.strictObject({
  serial: text,
  modelCode: text,
  companyName: text,
  registeredOn: date,
  /** `hotp`: a press counts on (RFC 4226); `totp`: the clock does (RFC 6238). */
  kind: v.picklist(['hotp', 'totp']),
  ...oneTimePassword,
  algorithm: v.optional(v.picklist(['SHA1', 'SHA256', 'SHA512']), 'SHA1'),
  /** Counter of the next press of an HOTP card. */
  counter: v.optional(wholeNumber(0), 0),
  /** Seconds that a TOTP card shows a code for. */
  period: timeStep,
  /** `unregistered`: handed out, then taken off the register. */
  status: v.optional(v.picklist(['active', 'unregistered']), 'active'),
  ...usage,
});

/** A Yubikey in Yubico OTP mode. */
export const yubikey = v.strictObject({
  /** The 12 modhex characters that begin each OTP. */
  publicId: v.pipe(v.string(), v.regex(/^[cbdefghijklnrtuv]{12}$/, 'must be 12 modhex characters')),
  serial: text,
  modelCode: text,
  privateId: hex(6),
  aesKey: hex(16),
  /** Counters of the last OTP that was accepted. */
  useCounter: v.optional(wholeNumber(0), 0),
  sessionCounter: v.optional(wholeNumber(0), 0),
  status: v.optional(v.picklist(['active', 'disabled', 'unregistered']), 'active'),
  ...usage,
});

/** A phone with the mobile app. */
const mobileApp = v.strictObject({
  uuid: text,
  os: text,
  appVersion: text,
  deviceName: text,
  secret: v.optional(oneTimePassword.secret),
  digits: oneTimePassword.digits,
  period: timeStep,
  /** By which the app makes its own calls (docs/device-calls.md); without one it receives no pushes. */
  key: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{32,}$/, 'must be at least 32 characters of base64url'))),
  /** Registered by client key: it shows codes and receives no pushes. */
  offline: v.optional(v.boolean(), false),
});

/**
 * What a person has registered, by the userToken keys of spec section 3. A passkey cannot be written down:
 * its key is made by the authenticator.
 */
export const tokens = v.strictObject({
  otpCard: v.optional(otpCard),
  yubikeyFirst: v.optional(yubikey),
  yubikeySecond: v.optional(yubikey),
  mobileApp: v.optional(mobileApp),
});

const moment = v.pipe(v.string(), v.isoTimestamp('must be a moment such as 2026-01-31T09:00:00+09:00'));

/** A temporary code that an administrator has issued; it is good once. */
export const emergencyCode = v.strictObject({
  /** As `node server/login/password/hash-cli.ts` prints it for the code. */
  hash: v.pipe(v.string(), v.regex(/^scrypt\$/, 'must be a scrypt hash')),
  from: v.optional(moment),
  until: moment,
  /** Wrong guesses so far. */
  failures: v.optional(wholeNumber(0), 0),
});

export type OtpCardEntry = v.InferOutput<typeof otpCard>;
export type YubikeyEntry = v.InferOutput<typeof yubikey>;
export type MobileAppEntry = v.InferOutput<typeof mobileApp>;
