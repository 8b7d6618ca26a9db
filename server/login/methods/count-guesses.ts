import { serialByKey } from '#server/login/limits/serial-by-key.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Attempts } from '#server/storage/repositories/attempts.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import {
  type MethodContext,
  type MethodOutcome,
  type MethodRefusal,
  methodRefusal,
  VERIFICATION_STEP,
  type Verify,
} from './method.ts';

/** A verification whose wrong guesses are counted. */
export type GuessCheck = {
  /**
   * Refuses a secret without counting a guess, for example because of a wrong format. Null when the secret has to be
   * verified.
   */
  precheck(account: Account, secret: string, context: MethodContext): Promise<MethodRefusal | null>;
  verify(account: Account, secret: string, context: MethodContext): Promise<MethodOutcome>;
};

/** Number of remaining attempts from which on the person is warned (005_5). */
const WARNING_THRESHOLD = 2;

/** The refusal of a guess that was counted: the method is locked, the person is warned, or the refusal is unchanged. */
function withFailureCount(refusal: MethodRefusal, failCount: number, maxCount: number): MethodRefusal {
  if (!refusal.isGuess) return refusal;
  const details = { failCount, maxCount };
  if (failCount >= maxCount) return { passed: false, errCode: '005_6', details, isGuess: true };
  if (refusal.errCode !== '005_1' || refusal.reason) return refusal;
  return maxCount - failCount <= WARNING_THRESHOLD
    ? { passed: false, errCode: '005_5', details, isGuess: true }
    : refusal;
}

/**
 * Counts each guess before it is verified. The refusals of the last guesses contain a warning (005_5); the guess that
 * reaches the maximum locks the method for a while (005_6).
 */
export function countGuesses(
  attempts: Attempts,
  maxCount: number,
  tokenCode: TypeCode,
  check: GuessCheck,
): Verify {
  const seriallyByPerson = serialByKey();
  const verify: Verify = async (account, secret, context) => {
    const lockedRefusal = methodRefusal('005_6', { failCount: maxCount, maxCount });
    if (await attempts.isLocked(account.userId, tokenCode)) return lockedRefusal;
    const refusal = await check.precheck(account, secret, context);
    if (refusal) return refusal;
    const attempt = await attempts.begin(account.userId, tokenCode);
    if (!attempt.isAllowed) return lockedRefusal;
    const outcome = await check.verify(account, secret, context);
    if (!outcome.passed) return withFailureCount(outcome, attempt.failures, maxCount);
    await attempts.succeed(account.userId, tokenCode);
    return outcome;
  };
  return (account, secret, context) =>
    seriallyByPerson(account.userId, () =>
      idempotentRequest().runOnce(VERIFICATION_STEP, () => verify(account, secret, context)),
    );
}
