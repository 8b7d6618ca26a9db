import type { Clock } from '#server/config/deps.ts';
import { matchesHash } from '#server/login/password/hash.ts';
import { hashing } from '#server/login/password/hashing.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { EmergencyCodes } from '#server/storage/repositories/emergency-codes.ts';
import {
  GUESS_STEP,
  type Method,
  type MethodOutcome,
  methodRefusal,
  methodSuccess,
  VERIFICATION_STEP,
} from './method.ts';

/** Normalises a temporary code before hashing: case and separators do not matter. */
export const normalisedEmergencyCode = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();

/**
 * Verifies the temporary code that an administrator has issued: valid once, within its period, and with a limited
 * number of attempts (004 family).
 */
export const emergencyMethod = (emergencyCodes: EmergencyCodes, maxCount: number, now: Clock): Method => ({
  requiredMethods: ['emergencyCode'],
  async verify({ userId }, secret) {
    const request = idempotentRequest();
    const earlierOutcome = await request.resultOf<MethodOutcome>(VERIFICATION_STEP);
    if (earlierOutcome) return earlierOutcome;
    const code = await emergencyCodes.find(userId);
    if (!code) return methodRefusal('004_1');
    if (now() < code.validFrom || now() > code.validUntil) return methodRefusal('004_2');
    await hashing.refuseWhenFull();
    const failCount = await request.runOnce(GUESS_STEP, () => emergencyCodes.beginGuess(userId, maxCount));
    if (failCount === null) return methodRefusal('004_3', { failCount: maxCount, maxCount });
    if (!(await matchesHash(normalisedEmergencyCode(secret), code.hash))) {
      const errCode = failCount < maxCount ? '004' : '004_3';
      return { passed: false, errCode, details: { failCount, maxCount }, isGuess: true };
    }
    return request.runOnce(VERIFICATION_STEP, async () =>
      (await emergencyCodes.consume(userId, code.hash))
        ? methodSuccess('emergencyCode')
        : methodRefusal('004_1'),
    );
  },
});
