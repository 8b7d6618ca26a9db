import * as v from 'valibot';
import { date, passwordHash, period, text, wholeNumber, withDescription } from './values.ts';

const base32 = v.pipe(v.string(), v.regex(/^[A-Z2-7]+$/, 'must be base32 without padding'));

const hex = (bytes: number) =>
  v.pipe(
    v.string(),
    v.regex(new RegExp(`^[\\da-f]{${2 * bytes}}$`), `must be ${bytes} bytes in hexadecimal`),
  );

/** Key and number of digits of a one-time password. */
const oneTimePassword = {
  secret: withDescription(base32, 'Key of the codes in base32, without padding.'),
  digits: v.optional(
    withDescription(v.pipe(wholeNumber(6), v.maxValue(8, 'must be at most 8')), 'Digits of a code, 6 to 8.'),
    6,
  ),
};

const timeStep = v.optional(
  withDescription(wholeNumber(1), 'Seconds for which a time-based code is shown.'),
  30,
);

const usage = {
  usable: v.optional(withDescription(v.boolean(), 'Off: an administrator has disabled it.'), true),
  usagePeriod: v.optional(withDescription(period, 'Days on which it may be used; always by default.'), {}),
};

/** A hardware OTP card as its vendor delivers it. */
export const otpCard = v.strictObject({
  serial: withDescription(text, 'Serial number on the card.'),
  modelCode: withDescription(text, 'Model, as shown to people.'),
  companyName: withDescription(text, 'Its manufacturer, compared with `cardMakers`.'),
  registeredOn: withDescription(date, 'Day of its registration, as shown to people.'),
  kind: withDescription(
    v.picklist(['hotp', 'totp']),
    'hotp: each press gives the next code (RFC 4226); totp: the time gives the code (RFC 6238).',
  ),
  ...oneTimePassword,
  algorithm: v.optional(
    withDescription(v.picklist(['SHA1', 'SHA256', 'SHA512']), 'Hash of its codes.'),
    'SHA1',
  ),
  counter: v.optional(withDescription(wholeNumber(0), 'Counter of the next press of an HOTP card.'), 0),
  period: timeStep,
  status: v.optional(
    withDescription(v.picklist(['active', 'unregistered']), 'unregistered: it is no longer registered.'),
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
  aesKey: withDescription(hex(16), 'AES key of its OTPs, 16 bytes in hexadecimal.'),
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
      'Whether it may be used; disabled by an administrator, or no longer registered.',
    ),
    'active',
  ),
  ...usage,
});

/** A phone with the mobile app. */
const mobileApp = v.strictObject({
  uuid: withDescription(text, 'Identity of the app, which addresses its pushes.'),
  os: withDescription(text, 'Operating system of the phone.'),
  appVersion: withDescription(text, 'Version of the app.'),
  deviceName: withDescription(text, 'Name of the phone, as shown to people.'),
  secret: v.optional(
    withDescription(
      oneTimePassword.secret,
      'Key of its codes in base32, without padding; without one it shows no codes.',
    ),
  ),
  digits: oneTimePassword.digits,
  period: timeStep,
  key: v.optional(
    withDescription(
      v.pipe(v.string(), v.regex(/^[\w-]{32,}$/, 'must be at least 32 characters of base64url')),
      'Bearer key of the calls of the app (docs/device-calls.md); without one it receives no pushes.',
    ),
  ),
  offline: v.optional(
    withDescription(v.boolean(), 'Registered by client key: it shows codes and receives no pushes.'),
    false,
  ),
});

/**
 * Devices of a person, by the userToken keys of spec section 3. A passkey cannot be configured: its authenticator
 * creates the key.
 */
export const tokens = v.strictObject({
  otpCard: v.optional(withDescription(otpCard, 'A hardware OTP card as its vendor delivers it.')),
  yubikeyFirst: v.optional(withDescription(yubikey, 'A Yubikey in Yubico OTP mode.')),
  yubikeySecond: v.optional(withDescription(yubikey, 'A second Yubikey.')),
  mobileApp: v.optional(withDescription(mobileApp, 'A phone with the mobile app.')),
});

const moment = v.pipe(v.string(), v.isoTimestamp('must be a moment such as 2026-01-31T09:00:00+09:00'));

/** A temporary code that an administrator has issued; it works once. */
export const emergencyCode = v.strictObject({
  hash: withDescription(passwordHash, 'Hash of the code, as printed by node cli/hash-password.ts.'),
  from: v.optional(withDescription(moment, 'Time from which it is valid; immediately by default.')),
  until: withDescription(moment, 'Time until which it is valid, such as 2026-01-31T09:00:00+09:00.'),
  failures: v.optional(withDescription(wholeNumber(0), 'Number of wrong guesses so far.'), 0),
});

export type OtpCardEntry = v.InferOutput<typeof otpCard>;
export type YubikeyEntry = v.InferOutput<typeof yubikey>;
export type MobileAppEntry = v.InferOutput<typeof mobileApp>;
