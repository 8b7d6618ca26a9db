import { inTurn } from '#server/login/limits/in-turn.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import type { Attempts } from '#server/storage/repositories/attempts.ts';
import type { TokenCode } from '#wire/token-codes.ts';
import { type MethodContext, type Outcome, obstacle, PROOF, type Refused, type Verify } from './method.ts';

/** The two parts of a proof whose wrong guesses are counted. */
export type Check = {
  /** What stands in the way before the secret counts as a guess; null for nothing. */
  obstacle(account: Account, secret: string, context: MethodContext): Promise<Refused | null>;
  judge(account: Account, secret: string, context: MethodContext): Promise<Outcome>;
};

/** With this many tries left the person is warned (005_5). */
const WARNED_TRIES = 2;

function withCounters(refused: Refused, failCount: number, maxCount: number): Refused {
  if (!refused.isGuess) return refused;
  const details = { failCount, maxCount };
  if (failCount >= maxCount) return { passed: false, errCode: '005_6', details, isGuess: true };
  if (refused.errCode !== '005_1' || refused.reason) return refused;
  return maxCount - failCount <= WARNED_TRIES
    ? { passed: false, errCode: '005_5', details, isGuess: true }
    : refused;
}

/**
 * Counts each guess before it is verified. The last tries come with a warning (005_5), the one that
 * reaches the cap inactivates the method for a while (005_6).
 */
export function counted(attempts: Attempts, maxCount: number, tokenCode: TokenCode, check: Check): Verify {
  const ofPerson = inTurn();
  const verify: Verify = async (account, secret, context) => {
    const inactivated = obstacle('005_6', { failCount: maxCount, maxCount });
    if (await attempts.isLocked(account.userId, tokenCode)) return inactivated;
    const inTheWay = await check.obstacle(account, secret, context);
    if (inTheWay) return inTheWay;
    const attempt = await attempts.begin(account.userId, tokenCode);
    if (!attempt.allowed) return inactivated;
    const outcome = await check.judge(account, secret, context);
    if (!outcome.passed) return withCounters(outcome, attempt.failures, maxCount);
    await attempts.succeed(account.userId, tokenCode);
    return outcome;
  };
  return (account, secret, context) =>
    ofPerson(account.userId, () => idempotentRequest().once(PROOF, () => verify(account, secret, context)));
}
