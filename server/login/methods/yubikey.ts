import { decryptYubikeyBlock, splitYubikeyOtp, type YubikeyOtp } from '#server/login/otp/yubikey-otp.ts';
import { isWithinPeriod, type LocalTime } from '#server/login/policy/local-time.ts';
import type { ErrorName } from '#server/login/texts.ts';
import type { Yubikey, Yubikeys } from '#server/storage/repositories/yubikeys.ts';
import { isSameCode } from '#server/storage/same-code.ts';
import type { GuessCheck } from './count-guesses.ts';
import { methodRefusal, methodSuccess, wrongSecret } from './method.ts';

/** Number of modhex characters in the public ID of a Yubikey. */
const PUBLIC_ID_CHARACTERS = 12;

/** The error code of a Yubikey that a person may not use now; null when the person may use it. */
function keyUsageProblem(key: Yubikey, userId: string, time: LocalTime): ErrorName | null {
  if (key.status === 'unregistered') return '008_1';
  if (key.status === 'disabled') return '008_2';
  if (!key.isUsable) return '008_3';
  if (!isWithinPeriod(time, key.usagePeriod)) return '008_4';
  if (!key.owner) return '008_5';
  return key.owner.userId === userId ? null : '008_7';
}

/** Verifies the OTP of a person's Yubikey; the counters of the Yubikey have to increase (008 and 005 families). */
export function yubikeyCheck(keys: Yubikeys, localTime: () => LocalTime): GuessCheck {
  const formatProblem = (otp: YubikeyOtp | null): ErrorName | null => {
    if (!otp) return '005_4';
    if (otp.publicId === '') return '008_6';
    return otp.publicId.length === PUBLIC_ID_CHARACTERS ? null : '005_4';
  };

  return {
    async precheck({ userId }, secret) {
      if ((await keys.of(userId)).length === 0) return methodRefusal('008_1');
      const otp = splitYubikeyOtp(secret);
      const formatErrCode = formatProblem(otp);
      if (!otp || formatErrCode) return methodRefusal(formatErrCode ?? '005_4');
      const key = await keys.find(otp.publicId);
      if (!key) return methodRefusal('008');
      const usageErrCode = keyUsageProblem(key, userId, localTime());
      return usageErrCode && methodRefusal(usageErrCode);
    },
    async verify(_account, secret) {
      const otp = splitYubikeyOtp(secret);
      const key = otp && (await keys.find(otp.publicId));
      if (!key) return methodRefusal('008');
      const otpContent = decryptYubikeyBlock(otp.block, key.aesKey);
      if (!otpContent || !isSameCode(otpContent.privateId, key.privateId)) return wrongSecret('005_1');
      return (await keys.raiseCounters(key.publicId, otpContent))
        ? methodSuccess('yubikey')
        : wrongSecret('005_2');
    },
  };
}
