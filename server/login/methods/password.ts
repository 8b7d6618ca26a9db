import type { ServerConfig } from '#server/config/schema.ts';
import type { VerifyPassword } from '#server/login/password/verify.ts';
import { type Method, methodRefusal, methodSuccess } from './method.ts';

/** The password: 001 and 001_1 with their counters. */
export const passwordMethod = (
  verifyPassword: VerifyPassword,
  { maxFailures: maxCount, minutes }: ServerConfig['lock'],
): Method => ({
  needs: ['pw'],
  async verify({ userId }, secret, { afterRightSecret }) {
    const outcome = await verifyPassword(userId, secret, afterRightSecret);
    if (outcome === 'right') return methodSuccess('pw');
    if (outcome === 'locked') return methodRefusal('001_1', { failCount: maxCount, maxCount, minutes });
    if ('refused' in outcome) return methodRefusal(outcome.refused, outcome.details);
    const { failures: failCount } = outcome;
    if (failCount < maxCount) {
      return { passed: false, errCode: '001', details: { failCount, maxCount }, isGuess: true };
    }
    return {
      passed: false,
      errCode: '001_1',
      details: { failCount, maxCount, minutes },
      isGuess: true,
    };
  },
});
