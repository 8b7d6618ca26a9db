import * as v from 'valibot';
import { date, passwordHash, period, text, wholeNumber, withDescription } from './values.ts';

const base32 = v.pipe(v.string(), v.regex(/^[A-Z2-7]+$/, 'must be base32 without padding'));

const hex = (bytes: number) =>
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^[\\da-f]{${2 * bytes}}$`), `must be ${bytes} bytes in hexadecimal`),
  );

/** Settings of the one-time passwords of a device. */
const oneTimePassword = {
  secret: withDescription(base32, 'Key of the codes in base32, without padding.'),
  digits: v.optional(
    withDescription(
      v.pipe(wholeNumber(6), v.maxValue(8, 'must be at most 8')),
      'Number of digits of a code, 6 to 8.',
    ),
    6,
  ),
};

const timeStep = v.optional(
  withDescription(wholeNumber(1), 'Seconds for which a time-based code is shown.'),
  30,
);

const usage = {
  usable: v.optional(withDescription(v.boolean(), 'false: an administrator has disabled the device.'), true),
  usagePeriod: v.optional(
    withDescription(period, 'Days on which the device may be used; by default every day.'),
    {},
  ),
};

/** A hardware OTP card with the values that its vendor delivers. */
export const otpCard = v.strictObject({
  serial: withDescription(text, 'Serial number on the card.'),
  modelCode: withDescription(text, 'Model, as shown to people.'),
  companyName: withDescription(text, 'Manufacturer of the card, compared with `cardMakers`.'),
  registeredOn: withDescription(date, 'Day of the registration, as shown to people.'),
  kind: withDescription(
    v.picklist(['hotp', 'totp']),
    'hotp: each press shows the next code (RFC 4226); totp: the code depends on the time (RFC 6238).',
  ),
  ...oneTimePassword,
  algorithm: v.optional(
    withDescription(v.picklist(['SHA1', 'SHA256', 'SHA512']), 'Hash function of the codes.'),
    'SHA1',
  ),
  counter: v.optional(withDescription(wholeNumber(0), 'Counter of the next press of an HOTP card.'), 0),
  period: timeStep,
  status: v.optional(
    withDescription(
      v.picklist(['active', 'unregistered']),
      'unregistered: the card is no longer registered.',
    ),
    'active',
  ),
  ...usage,
});

/** A Yubikey in Yubico OTP mode. */
export const yubikey = v.strictObject({
  publicId: withDescription(
    v.pipe(v.string(), v.regex(/^[cbdefghijklnrtuv]{12}$/, 'must be 12 modhex characters')),
    'The 12 modhex characters that begin each OTP.',
  ),
  serial: withDescription(text, 'Serial number on the key.'),
  modelCode: withDescription(text, 'Model, as shown to people.'),
  privateId: withDescription(hex(6), 'Private identity of the key, 6 bytes in hexadecimal.'),
  aesKey: withDescription(hex(16), 'AES key of the OTPs, 16 bytes in hexadecimal.'),
  useCounter: v.optional(
    withDescription(wholeNumber(0), 'Use counter of the last OTP that was accepted.'),
    0,
  ),
  sessionCounter: v.optional(
    withDescription(wholeNumber(0), 'Session counter of the last OTP that was accepted.'),
    0,
  ),
  status: v.optional(
    withDescription(
      v.picklist(['active', 'disabled', 'unregistered']),
      'disabled: an administrator has disabled the key; unregistered: the key is no longer registered.',
    ),
    'active',
  ),
  ...usage,
});

/** A phone with the mobile app. */
const mobileApp = v.strictObject({
  uuid: withDescription(text, 'ID of the app, to which pushes are addressed.'),
  os: withDescription(text, 'Operating system of the phone.'),
  appVersion: withDescription(text, 'Version of the app.'),
  deviceName: withDescription(text, 'Name of the phone, as shown to people.'),
  secret: v.optional(
    withDescription(
      oneTimePassword.secret,
      'Key of the codes in base32, without padding. An app without this key shows no codes.',
    ),
  ),
  digits: oneTimePassword.digits,
  period: timeStep,
  key: v.optional(
    withDescription(
      v.pipe(v.string(), v.regex(/^[\w-]{32,}$/, 'must be at least 32 characters of base64url')),
      'Bearer token for the calls of the app (docs/device-calls.md). An app without it receives no pushes.',
    ),
  ),
  offline: v.optional(
    withDescription(
      v.boolean(),
      'true: an offline app, registered with a client key; it shows codes and receives no pushes.',
    ),
    false,
  ),
});

/**
 * Devices of a person, under the names of `userToken` in spec section 3. A passkey cannot be configured, because its
 * authenticator creates the key.
 */
export const tokens = v.strictObject({
  otpCard: v.optional(
    withDescription(otpCard, 'A hardware OTP card with the values that its vendor delivers.'),
  ),
  yubikeyFirst: v.optional(withDescription(yubikey, 'A Yubikey in Yubico OTP mode.')),
  yubikeySecond: v.optional(withDescription(yubikey, 'A second Yubikey.')),
  mobileApp: v.optional(withDescription(mobileApp, 'A phone with the mobile app.')),
});

const timestamp = v.pipe(v.string(), v.isoTimestamp('must be a time such as 2026-01-31T09:00:00+09:00'));

/** A temporary code that an administrator has issued; it works once. */
export const emergencyCode = v.strictObject({
  hash: withDescription(passwordHash, 'Hash of the code, as printed by node cli/hash-password.ts.'),
  from: v.optional(
    withDescription(timestamp, 'Time from which the code is valid; by default it is valid immediately.'),
  ),
  until: withDescription(timestamp, 'Time until which the code is valid, such as 2026-01-31T09:00:00+09:00.'),
  failures: v.optional(withDescription(wholeNumber(0), 'Number of wrong guesses so far.'), 0),
});

export type OtpCardEntry = v.InferOutput<typeof otpCard>;
export type YubikeyEntry = v.InferOutput<typeof yubikey>;
export type MobileAppEntry = v.InferOutput<typeof mobileApp>;
