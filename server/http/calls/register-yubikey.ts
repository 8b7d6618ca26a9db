import * as v from 'valibot';
import { answer } from '#server/http/answer.ts';
import { callerOf } from '#server/http/bearer.ts';
import { idField, readBody } from '#server/http/body.ts';
import { decryptYubikeyBlock, splitYubikeyOtp } from '#server/login/otp/yubikey-otp.ts';
import { isWithinPeriod } from '#server/login/policy/local-time.ts';
import { Refusal } from '#server/login/refusal.ts';
import { recordedIdentityCheck } from '#server/login/registration/check-channels.ts';
import { requireRegistrationOf, saveFactor } from '#server/login/registration/checks.ts';
import { reportRegistered } from '#server/login/registration/report-change.ts';
import type { ErrorName } from '#server/login/texts.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { Yubikey } from '#server/storage/repositories/yubikeys.ts';
import { isSameCode } from '#server/storage/same-code.ts';
import { FACTOR_TYPES } from '#wire/factor-types.ts';
import type { Call, CallDeps } from './call.ts';

const otpBody = v.object({ userId: idField, otp: v.string() });

const OTP_LENGTH = 44;

/** The call that registers a Yubikey; a Yubikey can belong to only one person (rule 212). */
export function registerYubikeyCalls({ portal }: CallDeps): readonly Call[] {
  const usageProblem = ({ status, isUsable, usagePeriod }: Yubikey): ErrorName | null => {
    if (status === 'unregistered') return '008_1';
    if (status === 'disabled') return '008_2';
    if (!isUsable) return '008_3';
    return isWithinPeriod(portal.localTime(), usagePeriod) ? null : '008_4';
  };

  return [
    {
      method: 'POST',
      path: '/data/portal/yubikey/mapping',
      async handle(c) {
        const { userId, otp: typedOtp } = await readBody(c, otpBody);
        const registration = await requireRegistrationOf(portal, callerOf(c), userId, FACTOR_TYPES.yubikey);
        const otp = typedOtp.trim().length === OTP_LENGTH ? splitYubikeyOtp(typedOtp) : null;
        if (!otp) throw new Refusal(400, '005_4');
        const key = await portal.devices.yubikeys.find(otp.publicId);
        const reading = key && decryptYubikeyBlock(otp.block, key.aesKey);
        if (!reading || !isSameCode(reading.privateId, key.privateId)) throw new Refusal(400, '008');
        const problem = usageProblem(key);
        if (problem) throw new Refusal(400, problem);
        const { serial: serialNumber, modelCode, publicId } = key;
        const identityCheck = await recordedIdentityCheck(
          portal,
          registration.account,
          registration.identityMethod,
        );
        const result = await saveFactor(portal, callerOf(c), userId, FACTOR_TYPES.yubikey, async () => {
          const outcome = await portal.registrations.bindYubikey(userId, publicId, reading, identityCheck);
          if (outcome === 'taken') throw new Refusal(409, 'keyTaken');
          if (outcome === 'full') throw new Refusal(409, 'slotsFull');
          if (outcome === 'replayed') throw new Refusal(400, '008');
          const fields = { serialNumber, modelCode, publicId, slot: outcome.slot };
          await idempotentRequest().settle(fields, []);
          return fields;
        });
        await reportRegistered(portal, registration, FACTOR_TYPES.yubikey, publicId);
        return answer(c, result);
      },
    },
  ];
}
