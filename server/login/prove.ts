import type { MethodKey } from '#server/config/policy.ts';
import type { Account } from '#server/storage/repositories/accounts.ts';
import { methodNamed } from '#wire/methods.ts';
import type { TokenCode } from '#wire/token-codes.ts';
import type { CountedTry } from './limits/failure-limit.ts';
import { type MethodContext, type MethodOutcome, type MethodRefusal, obstacle } from './methods/method.ts';
import { checkUsage } from './policy/usage.ts';
import type { Portal, Verification } from './portal.ts';
import { recordFactorUse } from './record-factor-use.ts';
import { Refusal } from './refusal.ts';
import type { ErrorName } from './texts.ts';

/** A proof to verify. */
export type ShownProof = {
  readonly account: Account;
  readonly tokenCode: TokenCode;
  readonly secret: string;
  readonly context: MethodContext;
};

/** A method that was proved, and when, in epoch milliseconds. */
export type ProvedMethod = { readonly method: MethodKey; readonly at: number };

/** Codes that mean that the person does not have the method. */
const NOT_OWNED: ReadonlySet<ErrorName> = new Set([
  '006',
  '006_1',
  '006_2',
  '006_3',
  '006_4',
  '006_5',
  '007',
  '008_1',
  '009',
  '011',
]);

/**
 * Passes when the proof is valid and the account usable. A disabled or restricted account is reported only
 * after a valid proof, to its owner.
 * @param countTry counts the try, which is given back unless the secret was verified and is wrong.
 * @returns the method that counts as used, and when it was proved
 * @throws Refusal 400 with a code of the families 001 to 011, 015 and 018; 404 with 010_5.
 */
export async function prove(
  portal: Portal,
  shown: ShownProof,
  countTry: () => Promise<CountedTry>,
): Promise<ProvedMethod> {
  const begun = portal.now();
  const [countedTry, isLocked] = await portal.storage.gather(() => [
    countTry(),
    portal.attempts.isLockedByAdministrator(shown.account.userId),
  ]);
  const outcome = await outcomeOf(portal, shown, isLocked).catch(async (error: unknown) => {
    await countedTry.uncount();
    throw error;
  });
  const { account, tokenCode, secret } = shown;
  const [current] = await portal.storage.gather(() => [
    outcome.passed ? portal.accounts.find(account.userId) : null,
    outcome.passed || !outcome.isGuess ? countedTry.uncount() : null,
  ]);
  const about = { account: account.userId, client: shown.context.clientId };
  if (!outcome.passed) {
    if (outcome.isGuess) await portal.signIns.countFailure(account.userId);
    if (isLastGuess(outcome))
      portal.audit({ event: 'login.locked', ...about, method: methodNamed(tokenCode) });
    throw refusalOf(outcome, (await portal.fixedTokens.find(account.userId))?.tokenCode === tokenCode);
  }
  if (!current) throw new Refusal(401, 'notEarned');
  checkUsage(current, portal.local());
  await recordFactorUse(portal, account.userId, tokenCode, secret);
  portal.audit({ event: 'login.passed', ...about, method: outcome.by });
  return { method: outcome.by, at: outcome.at ?? begun };
}

const isLastGuess = ({ isGuess, details: { failCount, maxCount } = {} }: MethodRefusal): boolean =>
  isGuess && failCount !== undefined && maxCount !== undefined && failCount >= maxCount;

async function outcomeOf(
  portal: Verification,
  { account, tokenCode, secret, context }: ShownProof,
  isLocked: boolean,
): Promise<MethodOutcome> {
  const method = portal.methods.get(tokenCode);
  if (!method) throw new Refusal(400, '018');
  if (isLocked) return obstacle('001_1');
  return method.verify(account, secret, context);
}

function refusalOf(
  { errCode, details = {}, reason, status = 400 }: MethodRefusal,
  isDefault: boolean,
): Refusal {
  if (isDefault && NOT_OWNED.has(errCode)) return new Refusal(400, '015_1');
  return new Refusal(status, errCode, { details, ...(reason && { reason }) });
}
