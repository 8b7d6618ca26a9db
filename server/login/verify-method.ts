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

/** A secret that has to be verified by a method, for an account and a login. */
export type MethodAttempt = {
  readonly account: Account;
  readonly tokenCode: TypeCode;
  readonly secret: string;
  readonly context: MethodContext;
};

/** A method that was verified, with the time of the verification in epoch milliseconds. */
export type ProvenMethod = { readonly method: MethodKey; readonly at: number };

/**
 * Verifies a secret by the method of its type code, and audits the result. An account that may not be used is
 * refused only after the correct secret, so that only the person receives this refusal.
 * @param countTry counts the try; the try is removed from the count unless the secret is wrong
 * @param readOnSuccess reads of the caller after a correct secret, which are combined with the reads of this function
 * @returns the method that counts as used, the time at which it was verified, and the result of `readOnSuccess`
 * @throws Refusal 400 with an error code of the families 001 to 011, 015 and 018; Refusal 404 with 010_5
 */
export async function verifyMethod<Read>(
  portal: Portal,
  methodAttempt: MethodAttempt,
  countTry: () => Promise<CountedTry>,
  readOnSuccess: () => Promise<Read>,
): Promise<ProvenMethod & { readonly data: Read }> {
  const startedAt = portal.now();
  const [countedTry, isLockedByAdministrator] = await portal.storage.gather(() => [
    countTry(),
    portal.attempts.isLockedByAdministrator(methodAttempt.account.userId),
  ]);
  const uncount = runOnce(countedTry.uncount);
  const { account, tokenCode, secret, context } = methodAttempt;
  const readAfterCorrectSecret = runOnce(() =>
    portal.storage.gather(() => [portal.accounts.find(account.userId), readOnSuccess(), uncount()]),
  );
  const outcome = await outcomeOf(
    portal,
    { ...methodAttempt, context: { ...context, afterCorrectSecret: readAfterCorrectSecret } },
    isLockedByAdministrator,
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
    throw refusalOfMethod(
      outcome,
      (await portal.firstStepDefaults.find(account.userId))?.tokenCode === tokenCode,
    );
  }
  const [currentAccount, data] = await readAfterCorrectSecret();
  if (!currentAccount) throw new Refusal(401, 'notAuthorized');
  checkUsage(currentAccount, portal.localTime());
  await recordFactorUse(portal, account.userId, tokenCode, secret);
  portal.audit({ event: 'login.passed', ...auditFields, method: outcome.by });
  return { method: outcome.by, at: outcome.at ?? startedAt, data };
}

/** Verifies a secret by its method, unless an administrator has locked the account. */
async function outcomeOf(
  portal: Verification,
  { account, tokenCode, secret, context }: MethodAttempt,
  isLockedByAdministrator: boolean,
): Promise<MethodOutcome> {
  const method = portal.methods.get(tokenCode);
  if (!method) throw new Refusal(400, '018');
  if (isLockedByAdministrator) return methodRefusal('001_1');
  return method.verify(account, secret, context);
}
