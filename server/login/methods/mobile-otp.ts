import type { Clock } from '#server/config/deps.ts';
import { movingFactorOf, type OtpKey, timeStep } from '#server/login/otp/one-time-password.ts';
import type { MobileApp, MobileApps } from '#server/storage/repositories/mobile-apps.ts';
import type { GuessCheck } from './count-guesses.ts';
import { type MethodRefusal, methodRefusal, methodSuccess, wrongSecret } from './method.ts';

/** The name of the method in the text of the error 015_2. */
export const MOBILE_OTP_NAME = { ko: '모바일 앱 OTP', en: 'the mobile app OTP' } as const;

/** Number of time steps by which a code may differ from the expected code (RFC 6238, section 5.2). */
const TOLERANCE_STEPS = 1;
/** Maximum clock drift of an app in time steps (RFC 6238, section 6). */
const MAX_DRIFT_STEPS = 4;
/** Number of past time steps whose codes are refused as expired instead of wrong: 5 minutes. */
const EXPIRED_CODE_STEPS = 10;

/** The secret and the format of an app's codes; null when the server does not have the secret. */
const keyOf = ({ secret, digits }: MobileApp): OtpKey | null =>
  secret === null ? null : { secret, digits, algorithm: 'SHA1' };

/** The first and the last accepted time step for an app with a clock drift, relative to the server's time step. */
const acceptedWindow = (drift: number): readonly [first: number, last: number] => [
  Math.max(-MAX_DRIFT_STEPS, Math.min(0, drift) - TOLERANCE_STEPS),
  Math.min(MAX_DRIFT_STEPS, Math.max(0, drift) + TOLERANCE_STEPS),
];

/** The time step and the clock drift of the first code of a new authenticator; null for a wrong code. */
export function matchFirstCode(
  code: string,
  key: OtpKey,
  step: number,
): { readonly step: number; readonly drift: number } | null {
  const matchingStep = movingFactorOf(code, key, step - MAX_DRIFT_STEPS, step + MAX_DRIFT_STEPS);
  return matchingStep === null ? null : { step: matchingStep, drift: matchingStep - step };
}

/** Verifies the time-based code of the mobile app, which is valid once (009, 015_2 and 005 families). */
export function mobileOtpCheck(apps: MobileApps, now: Clock): GuessCheck {
  const wrongCodeRefusal = (code: string, key: OtpKey, step: number): MethodRefusal =>
    movingFactorOf(code, key, step - EXPIRED_CODE_STEPS, step) === null
      ? wrongSecret('005_1')
      : wrongSecret('005_3');

  return {
    async precheck({ userId }, secret) {
      const app = await apps.of(userId);
      if (!app) return methodRefusal('009');
      if (!keyOf(app)) return methodRefusal('015_2', { method: MOBILE_OTP_NAME });
      return /^\d+$/.test(secret) && secret.length === app.digits ? null : methodRefusal('005_4');
    },
    async verify({ userId }, secret) {
      const app = await apps.of(userId);
      const key = app && keyOf(app);
      if (!key) return methodRefusal('009');
      const step = timeStep(now(), app.period);
      const [first, last] = acceptedWindow(app.drift);
      const matchingStep = movingFactorOf(secret, key, step + first, step + last);
      if (matchingStep === null) return wrongCodeRefusal(secret, key, step);
      return (await apps.consumeStep(userId, matchingStep, matchingStep - step))
        ? methodSuccess('mobileOtp')
        : wrongSecret('005_2');
    },
  };
}
