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

/** The outcome of a verification. `locked`: after too many wrong passwords, the password was not verified. */
export type PasswordOutcome =
  | 'right'
  | 'locked'
  /** The password is wrong; the number of failures includes this failure. */
  | { readonly failures: number }
  /** No password is accepted for the account in the directory: the error code, and values for its text. */
  | { readonly refused: ErrorName; readonly details: Details };

/**
 * Verifies a password and counts the attempt.
 * @param onSuccess reads and writes that are combined with the reset of the count
 * @throws Refusal 503 when the directory that verifies the password cannot be reached; the attempt does not count
 */
export type VerifyPassword = (
  userId: string,
  password: string,
  onSuccess?: () => Promise<unknown>,
) => Promise<PasswordOutcome>;

/** Creates the verification of passwords. It takes the same time for an unknown ID, to prevent user enumeration. */
export function passwordVerifier(
  { gather }: Pick<Storage, 'gather'>,
  accounts: Accounts,
  passwords: Passwords,
  attempts: Attempts,
  config: Pick<ServerConfig, 'argon2' | 'ldap'>,
  reportDirectoryCheck: ReportDirectoryCheck,
): VerifyPassword {
  const seriallyByCount = serialByKey();
  /** Compared when there is no stored password, so that the answer takes the same time. */
  const decoyHash = hashPassword(randomBytes(16).toString('hex'), config.argon2);
  const verifyInDirectory = config.ldap && directoryVerifier(config.ldap, reportDirectoryCheck);

  const compareStored = async (
    userId: string,
    password: string,
    stored: StoredPassword | null,
  ): Promise<DirectoryOutcome> => {
    const comparison = await comparePassword(password, stored?.hash ?? (await decoyHash), config.argon2);
    if (!comparison.isRight || !stored) return 'wrong';
    if (comparison.newHash !== null) await passwords.replaceHash(userId, stored, comparison.newHash);
    return 'right';
  };

  const isInDirectory = async (userId: string): Promise<boolean> => {
    const account = await accounts.find(userId);
    return account !== null && isDirectoryAccount(config, account);
  };

  const verify = async (
    guessCount: GuessCount,
    userId: string,
    password: string,
    onSuccess: () => Promise<unknown>,
  ): Promise<PasswordOutcome> => {
    // Refuses before the attempt is written to the database.
    if (!verifyInDirectory) await hashing.refuseWhenFull();
    /** Null when the portal stores the password of the account. */
    const directoryVerification =
      verifyInDirectory && (await isInDirectory(userId)) ? verifyInDirectory : null;
    const [attempt, stored] = await gather(() => [
      idempotentRequest().runOnceInOneStatement(GUESS_STEP, {
        work: guessCount.begin,
        resume: guessCount.resume,
        undo: async ({ isAllowed }) => (isAllowed ? guessCount.uncount() : undefined),
      }),
      directoryVerification ? null : passwords.find(userId),
    ]);
    if (!attempt.isAllowed) return 'locked';
    const outcome = await (directoryVerification
      ? directoryVerification(userId, password)
      : compareStored(userId, password, stored)
    ).catch(async (error: unknown) => {
      await idempotentRequest().undo(GUESS_STEP, guessCount.uncount);
      throw error;
    });
    if (outcome === 'wrong') return { failures: attempt.failures };
    if (outcome === 'right') await gather(() => [guessCount.succeed(), onSuccess()]);
    else await guessCount.uncount();
    return outcome;
  };

  return async (userId, password, onSuccess = async () => undefined) => {
    const guessCount = await attempts.countOf(userId, TYPE_CODES.password);
    return seriallyByCount(guessCount.name, () => verify(guessCount, userId, password, onSuccess));
  };
}
