import type { MethodKey } from '#server/config/policy.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { wireNameOf } from '#wire/methods.ts';
import type { TypeCode } from '#wire/type-codes.ts';
import type { CountedTry } from './limits/failure-limit.ts';
import { isLockingGuess, refusalOfMethod } from './method-refusal.ts';
import { type MethodContext, type MethodOutcome, methodRefusal } from './methods/method.ts';
import { checkUsage } from './policy/usage.ts';
import type { Portal, Verification } from './portal.ts';
import { recordFactorUse } from './record-factor-use.ts';
import { Refusal } from './refusal.ts';
import { runOnce } from './run-once.ts';

/** A secret to verify by a method, for an account and a login. */
export type MethodAttempt = {
  readonly account: Account;
  readonly tokenCode: TypeCode;
  readonly secret: string;
  readonly context: MethodContext;
};

/** A method that was verified, and when, in epoch milliseconds. */
export type ProvedMethod = { readonly method: MethodKey; readonly at: number };

/**
 * Verifies a secret by the method of its type code, and audits the result. A disabled or restricted account is
 * reported only after the right secret, to its owner.
 * @param countTry counts the try; the count is undone unless the secret is wrong
 * @param readOnSuccess reads of the caller after a right secret, in one statement with those of this function
 * @returns the result of these reads, the method that counts as used, and when it was verified
 * @throws Refusal 400 with a code of the families 001 to 011, 015 and 018; 404 with 010_5
 */
export async function verifyMethod<Read>(
  portal: Portal,
  methodAttempt: MethodAttempt,
  countTry: () => Promise<CountedTry>,
  readOnSuccess: () => Promise<Read>,
): Promise<ProvedMethod & { readonly data: Read }> {
  const startedAt = portal.now();
  const [countedTry, isLocked] = await portal.storage.gather(() => [
    countTry(),
    portal.attempts.isLockedByAdministrator(methodAttempt.account.userId),
  ]);
  const uncount = runOnce(countedTry.uncount);
  const { account, tokenCode, secret, context } = methodAttempt;
  const readAfterRightSecret = runOnce(() =>
    portal.storage.gather(() => [portal.accounts.find(account.userId), readOnSuccess(), uncount()]),
  );
  const outcome = await outcomeOf(
    portal,
    { ...methodAttempt, context: { ...context, afterRightSecret: readAfterRightSecret } },
    isLocked,
  ).catch(async (error: unknown) => {
    await uncount();
    throw error;
  });
  const auditFields = { account: account.userId, client: context.clientId };
  if (!outcome.passed) {
    if (!outcome.isGuess) await uncount();
    if (outcome.isGuess) await portal.signIns.countFailure(account.userId);
    if (isLockingGuess(outcome))
      portal.audit({ event: 'login.locked', ...auditFields, method: wireNameOf(tokenCode) });
    throw refusalOfMethod(outcome, (await portal.fixedTokens.find(account.userId))?.tokenCode === tokenCode);
  }
  const [current, data] = await readAfterRightSecret();
  if (!current) throw new Refusal(401, 'notAuthorized');
  checkUsage(current, portal.localTime());
  await recordFactorUse(portal, account.userId, tokenCode, secret);
  portal.audit({ event: 'login.passed', ...auditFields, method: outcome.by });
  return { method: outcome.by, at: outcome.at ?? startedAt, data };
}

async function outcomeOf(
  portal: Verification,
  { account, tokenCode, secret, context }: MethodAttempt,
  isLocked: boolean,
): Promise<MethodOutcome> {
  const method = portal.methods.get(tokenCode);
  if (!method) throw new Refusal(400, '018');
  if (isLocked) return methodRefusal('001_1');
  return method.verify(account, secret, context);
}
