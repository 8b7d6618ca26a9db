import type { ServerConfig } from '#server/config/schema.ts';
import type { VerifyPassword } from '#server/login/password/verify.ts';
import { type Method, methodRefusal, methodSuccess } from './method.ts';

/**
 * Verifies the password. The refusals 001 and 001_1 contain the number of failures and the maximum number of failures.
 */
export const passwordMethod = (
  verifyPassword: VerifyPassword,
  { maxFailures, minutes }: ServerConfig['lock'],
): Method => ({
  requiredMethods: ['pw'],
  async verify({ userId }, secret, { afterCorrectSecret }) {
    const outcome = await verifyPassword(userId, secret, afterCorrectSecret);
    if (outcome === 'right') return methodSuccess('pw');
    if (outcome === 'locked')
      return methodRefusal('001_1', { failCount: maxFailures, maxCount: maxFailures, minutes });
    if ('refused' in outcome) return methodRefusal(outcome.refused, outcome.details);
    const details = { failCount: outcome.failures, maxCount: maxFailures };
    return outcome.failures < maxFailures
      ? { passed: false, errCode: '001', details, isGuess: true }
      : { passed: false, errCode: '001_1', details: { ...details, minutes }, isGuess: true };
  },
});
