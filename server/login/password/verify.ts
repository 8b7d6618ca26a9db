import { randomBytes } from 'node:crypto';
import type { ServerConfig } from '#server/config/schema.ts';
import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import { serialByKey } from '#server/login/limits/serial-by-key.ts';
import { GUESS_STEP } from '#server/login/methods/method.ts';
import type { Details, ErrorName } from '#server/login/texts.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { Accounts } from '#server/storage/repositories/accounts.ts';
import type { Attempts, GuessCount } from '#server/storage/repositories/attempts.ts';
import type { Passwords, StoredPassword } from '#server/storage/repositories/passwords.ts';
import type { Storage } from '#server/storage/storage.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { comparePassword, hashPassword } from './hash.ts';
import { hashing } from './hashing.ts';
import {
  type DirectoryOutcome,
  directoryVerifier,
  type ReportDirectoryCheck,
} from './verify-by-directory.ts';

/** `locked`: there were too many wrong passwords before, so this one was not verified. */
export type PasswordOutcome =
  | 'right'
  | 'locked'
  | { readonly failures: number }
  /** The directory's reason why no password works for this account now. */
  | { readonly refused: ErrorName; readonly details: Details };

/**
 * Verifies a password and counts the attempt.
 * @param onSuccess runs together with the reset of the count
 * @throws Refusal 503 when the directory that verifies the password cannot be reached; the attempt does not count
 */
export type VerifyPassword = (
  userId: string,
  password: string,
  onSuccess?: () => Promise<unknown>,
) => Promise<PasswordOutcome>;

/** Verifies passwords. An account without one, or no account, takes the same time, to prevent user enumeration. */
export function passwordVerifier(
  { gather }: Pick<Storage, 'gather'>,
  accounts: Accounts,
  passwords: Passwords,
  attempts: Attempts,
  config: Pick<ServerConfig, 'argon2' | 'ldap'>,
  reportDirectoryCheck: ReportDirectoryCheck,
): VerifyPassword {
  const seriallyByCount = serialByKey();
  const decoy = hashPassword(randomBytes(16).toString('hex'), config.argon2);
  const verifyInDirectory = config.ldap && directoryVerifier(config.ldap, reportDirectoryCheck);

  const compareStored = async (
    userId: string,
    password: string,
    stored: StoredPassword | null,
  ): Promise<DirectoryOutcome> => {
    const compared = await comparePassword(password, stored?.hash ?? (await decoy), config.argon2);
    if (!compared.isRight || !stored) return 'wrong';
    if (compared.newHash !== null) await passwords.replaceHash(userId, stored, compared.newHash);
    return 'right';
  };

  const isInDirectory = async (userId: string): Promise<boolean> => {
    const account = await accounts.find(userId);
    return account !== null && isDirectoryAccount(config, account);
  };

  const verify = async (
    count: GuessCount,
    userId: string,
    password: string,
    onSuccess: () => Promise<unknown>,
  ): Promise<PasswordOutcome> => {
    // A full queue refuses before the attempt is written to the database.
    if (!verifyInDirectory) await hashing.refuseWhenFull();
    const verifyElsewhere = verifyInDirectory && (await isInDirectory(userId)) ? verifyInDirectory : null;
    const [attempt, stored] = await gather(() => [
      idempotentRequest().runOnceInOneStatement(GUESS_STEP, {
        work: count.begin,
        resume: count.resume,
        undo: async ({ isAllowed }) => (isAllowed ? count.uncount() : undefined),
      }),
      verifyElsewhere ? null : passwords.find(userId),
    ]);
    if (!attempt.isAllowed) return 'locked';
    const outcome = await (verifyElsewhere
      ? verifyElsewhere(userId, password)
      : compareStored(userId, password, stored)
    ).catch(async (error: unknown) => {
      await idempotentRequest().undo(GUESS_STEP, count.uncount);
      throw error;
    });
    if (outcome === 'wrong') return { failures: attempt.failures };
    if (outcome === 'right') await gather(() => [count.succeed(), onSuccess()]);
    else await count.uncount();
    return outcome;
  };

  return async (userId, password, onSuccess = async () => undefined) => {
    const count = await attempts.countOf(userId, TYPE_CODES.password);
    return seriallyByCount(count.name, () => verify(count, userId, password, onSuccess));
  };
}
