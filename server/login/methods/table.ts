import type { Clock } from '#server/config/deps.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import type { VerifyPassword } from '#server/login/password/verify.ts';
import type { LocalTime } from '#server/login/policy/local-time.ts';
import { CHANNELS_BY_TYPE_CODE, methodOfChannel } from '#server/login/sending/channels.ts';
import type { Attempts } from '#server/storage/repositories/attempts.ts';
import type { Devices } from '#server/storage/repositories/devices.ts';
import type { PasskeyChallenges } from '#server/storage/repositories/passkey-challenges.ts';
import type { Pushes } from '#server/storage/repositories/pushes.ts';
import type { QrLogins } from '#server/storage/repositories/qr-logins.ts';
import type { SentCodes } from '#server/storage/repositories/sent-codes.ts';
import { TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';
import { countGuesses, type GuessCheck } from './count-guesses.ts';
import { emergencyMethod } from './emergency.ts';
import type { Method } from './method.ts';
import { mobileOtpCheck } from './mobile-otp.ts';
import { otpCardCheck } from './otp-card.ts';
import { passkeyCheck } from './passkey.ts';
import { passwordMethod } from './password.ts';
import { pushMethod } from './push.ts';
import { qrMethod } from './qr.ts';
import { sentCodeCheck } from './sent-code.ts';
import { yubikeyCheck } from './yubikey.ts';

export type MethodDeps = {
  readonly config: Pick<ServerConfig, 'lock' | 'publicUrl' | 'passkeys'>;
  readonly attempts: Attempts;
  readonly verifyPassword: VerifyPassword;
  readonly devices: Devices;
  readonly sentCodes: SentCodes;
  readonly passkeyChallenges: PasskeyChallenges;
  readonly qrLogins: QrLogins;
  readonly pushes: Pushes;
  readonly now: Clock;
  readonly localTime: () => LocalTime;
};

/** All methods by type code (spec section 2). */
export function methodTable(deps: MethodDeps): ReadonlyMap<TypeCode, Method> {
  const { config, attempts, devices, sentCodes, pushes, qrLogins, now, localTime } = deps;
  const maxFailures = config.lock.maxFailures;
  const verifyAndCount = (code: TypeCode, check: GuessCheck) =>
    countGuesses(attempts, maxFailures, code, check);

  return new Map<TypeCode, Method>([
    [TYPE_CODES.emergency, emergencyMethod(devices.emergencyCodes, maxFailures, now)],
    [TYPE_CODES.password, passwordMethod(deps.verifyPassword, config.lock)],
    ...CHANNELS_BY_TYPE_CODE.map(([code, channels]): [TypeCode, Method] => [
      code,
      {
        requiredMethods: channels.map(methodOfChannel),
        verify: verifyAndCount(code, sentCodeCheck(sentCodes, channels, now)),
      },
    ]),
    [
      TYPE_CODES.otpCard,
      {
        requiredMethods: ['hwOtp'],
        verify: verifyAndCount(TYPE_CODES.otpCard, otpCardCheck(devices.otpCards, now, localTime)),
      },
    ],
    [
      TYPE_CODES.yubikey,
      {
        requiredMethods: ['yubikey'],
        verify: verifyAndCount(TYPE_CODES.yubikey, yubikeyCheck(devices.yubikeys, localTime)),
      },
    ],
    [
      TYPE_CODES.mobileOtp,
      {
        requiredMethods: ['mobileOtp'],
        verify: verifyAndCount(TYPE_CODES.mobileOtp, mobileOtpCheck(devices.mobileApps, now)),
      },
    ],
    [TYPE_CODES.push, pushMethod(devices.mobileApps, pushes, now)],
    [TYPE_CODES.qr, qrMethod(qrLogins, devices.mobileApps)],
    [
      TYPE_CODES.passkey,
      {
        requiredMethods: ['fido2Token'],
        verify: verifyAndCount(
          TYPE_CODES.passkey,
          passkeyCheck(devices.passkeys, deps.passkeyChallenges, config),
        ),
      },
    ],
  ]);
}
