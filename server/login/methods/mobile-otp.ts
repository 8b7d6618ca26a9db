import type { Clock } from '#server/config/deps.ts';
import { factorOf, type OtpKey, timeStep } from '#server/login/otp/one-time-password.ts';
import type { MobileApp, MobileApps } from '#server/storage/repositories/mobile-apps.ts';
import type { GuessCheck } from './count-guesses.ts';
import { type MethodRefusal, obstacle, passed, wrong } from './method.ts';

/** The name that 015_2 inserts. */
export const MOBILE_OTP_NAME = { ko: '모바일 앱 OTP', en: 'the mobile app OTP' } as const;

/** Steps that a code may be away from those of the server's clock and of the app's (RFC 6238, section 5.2). */
const TOLERANCE = 1;
/** Steps that the clock of an app may be off, when it is registered and later (RFC 6238, section 6). */
const MAX_DRIFT = 4;
/** Time steps for which an old code is distinguished from a wrong one: 5 minutes. */
const OLD_CODE_STEPS = 10;

const keyOf = ({ secret, digits }: MobileApp): OtpKey | null =>
  secret === null ? null : { secret, digits, algorithm: 'SHA1' };

/** Steps by which the first and the last code are away that are taken from an app whose clock is off by `drift`. */
const windowOf = (drift: number): readonly [first: number, last: number] => [
  Math.max(-MAX_DRIFT, Math.min(0, drift) - TOLERANCE),
  Math.min(MAX_DRIFT, Math.max(0, drift) + TOLERANCE),
];

/** The step of the code that a new authenticator shows, and how far its clock is off; null for a wrong code. */
export function readFirstCode(
  code: string,
  key: OtpKey,
  step: number,
): { readonly step: number; readonly drift: number } | null {
  const found = factorOf(code, key, step - MAX_DRIFT, step + MAX_DRIFT);
  return found === null ? null : { step: found, drift: found - step };
}

/** The time-based code of the mobile app, once per time step (009, 015_2 and 005 families). */
export function mobileOtpCheck(apps: MobileApps, now: Clock): GuessCheck {
  const refusalOf = (code: string, key: OtpKey, step: number): MethodRefusal =>
    factorOf(code, key, step - OLD_CODE_STEPS, step) === null ? wrong('005_1') : wrong('005_3');

  return {
    async obstacle({ userId }, secret) {
      const app = await apps.of(userId);
      if (!app) return obstacle('009');
      if (!keyOf(app)) return obstacle('015_2', { method: MOBILE_OTP_NAME });
      return /^\d+$/.test(secret) && secret.length === app.digits ? null : obstacle('005_4');
    },
    async judge({ userId }, secret) {
      const app = await apps.of(userId);
      const key = app && keyOf(app);
      if (!key) return obstacle('009');
      const step = timeStep(now(), app.period);
      const [first, last] = windowOf(app.drift);
      const found = factorOf(secret, key, step + first, step + last);
      if (found === null) return refusalOf(secret, key, step);
      return (await apps.spend(userId, found, found - step)) ? passed('mobileOtp') : wrong('005_2');
    },
  };
}
