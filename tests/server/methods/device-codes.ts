import { base32Bytes } from '#lab/otp/base32.ts';
import { hotp, timeStep } from '#lab/otp/hotp.ts';
import { type YubikeyChip, yubikeyOtp } from '#lab/otp/yubikey-otp.ts';

/** The code of six digits that a card or app with this key shows at a counter or time step. */
export const codeAt = (secret: string, movingFactor: number): string =>
  hotp(base32Bytes(secret), movingFactor, 6);

/** The code of a time step of 30 s; `now` in epoch milliseconds, `offset` in steps. */
export const codeNow = (secret: string, now: number, offset = 0): string =>
  codeAt(secret, timeStep(now, 30) + offset);

/** A code that is none of these. */
export const codeOtherThan = (...codes: readonly string[]): string =>
  ['000000', '111111', '222222', '333333'].find((code) => !codes.includes(code)) ?? '444444';

/** A code that a card with this key shows at none of the first 1000 presses. */
export const wrongCardCode = (secret: string): string =>
  codeOtherThan(...Array.from({ length: 1000 }, (_, count) => codeAt(secret, count)));

/** A code that an app with this key shows in none of the time steps from 11 before the present one to the next one. */
export const wrongAppCode = (secret: string, now: number): string =>
  codeOtherThan(...Array.from({ length: 13 }, (_, index) => codeNow(secret, now, index - 11)));

/** The OTP that a touch of the key types; `damage` makes its checksum wrong. */
export const touch = (chip: YubikeyChip, usage: number, session: number, damage = 0): string =>
  yubikeyOtp(chip, { usage, session, timestamp: 0x1234, random: 0xbeef }, damage);
