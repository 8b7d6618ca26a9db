import type { OtpApp } from '#lab/devices/types.ts';
import { base32Bytes } from '#lab/otp/base32.ts';
import { secondsLeft, totp } from '#lab/otp/hotp.ts';

/** The display of the authenticator app. */
export type AppState = Pick<OtpApp, 'deviceName' | 'period'> & {
  readonly code: string;
  readonly secondsLeft: number;
};

/** The current display of the authenticator app. */
export const appDisplay = ({ deviceName, secret, digits, period }: OtpApp, now: number): AppState => ({
  deviceName,
  code: totp(base32Bytes(secret), now, period, digits),
  period,
  secondsLeft: secondsLeft(now, period),
});
