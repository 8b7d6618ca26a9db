import type { OtpApp } from '#lab/devices/types.ts';
import { base32Bytes } from '#lab/otp/base32.ts';
import { secondsLeft, totp } from '#lab/otp/hotp.ts';

/** What an authenticator app shows: the current code, and the seconds until the next code. */
export type AppDisplay = Pick<OtpApp, 'deviceName' | 'period'> & {
  readonly code: string;
  readonly secondsLeft: number;
};

/** What an authenticator app shows at a time in epoch milliseconds. */
export const appDisplay = ({ deviceName, secret, digits, period }: OtpApp, now: number): AppDisplay => ({
  deviceName,
  code: totp(base32Bytes(secret), now, period, digits),
  period,
  secondsLeft: secondsLeft(now, period),
});
