import type { VerifyPassword } from '#server/login/password/verify.ts';
import { type Method, obstacle, passed } from './method.ts';

/** The password: 001 and 001_1 with their counters. */
export const passwordMethod = (verifyPassword: VerifyPassword, maxCount: number): Method => ({
  needs: ['pw'],
  async verify({ userId }, secret, { progress }) {
    const verdict = await verifyPassword(userId, secret, progress);
    if (verdict === 'right') return passed('pw');
    if (verdict === 'locked') return obstacle('001_1', { failCount: maxCount, maxCount });
    if ('refused' in verdict) return obstacle(verdict.refused, verdict.details);
    const { failures: failCount } = verdict;
    const errCode = failCount < maxCount ? '001' : '001_1';
    return { passed: false, errCode, details: { failCount, maxCount }, isGuess: true };
  },
});
