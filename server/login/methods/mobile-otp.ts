import type { Clock } from '#server/config/deps.ts';
import { factorOf, type OtpKey, timeStep } from '#server/login/otp/one-time-password.ts';
import type { MobileApp, MobileApps } from '#server/storage/repositories/mobile-apps.ts';
import type { GuessCheck } from './count-guesses.ts';
import { type MethodRefusal, obstacle, passed, wrong } from './method.ts';

/** The name that 015_2 inserts. */
export const MOBILE_OTP_NAME = { ko: '모바일 앱 OTP', en: 'the mobile app OTP' } as const;

/** Steps that the phone's clock may be off. */
const DRIFT = 1;
/** Time steps for which an old code is distinguished from a wrong one: 5 minutes. */
const OLD_CODE_STEPS = 10;

const keyOf = ({ secret, digits }: MobileApp): OtpKey | null =>
  secret === null ? null : { secret, digits, algorithm: 'SHA1' };

/** The time-based code of the mobile app, once per time step (009, 015_2 and 005 families). */
export function mobileOtpCheck(apps: MobileApps, now: Clock): GuessCheck {
  const refusalOf = (code: string, key: OtpKey, step: number): MethodRefusal =>
    factorOf(code, key, step - OLD_CODE_STEPS, step - DRIFT - 1) === null ? wrong('005_1') : wrong('005_3');

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
      const found = factorOf(secret, key, step - DRIFT, step + DRIFT);
      if (found === null) return refusalOf(secret, key, step);
      return (await apps.spend(userId, found)) ? passed('mobileOtp') : wrong('005_2');
    },
  };
}
