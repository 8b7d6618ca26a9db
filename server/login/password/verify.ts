import { randomBytes } from 'node:crypto';
import type { ServerConfig } from '#server/config/schema.ts';
import { isDirectoryAccount } from '#server/directory/ldap/is-directory-account.ts';
import { serialByKey } from '#server/login/limits/serial-by-key.ts';
import { GUESS_STEP } from '#server/login/methods/method.ts';
import type { Details, ErrorName } from '#server/login/texts.ts';
import { idempotentRequest } from '#server/storage/idempotency/steps.ts';
import type { Accounts } from '#server/storage/repositories/accounts.ts';
import type { Attempts } from '#server/storage/repositories/attempts.ts';
import type { Passwords } from '#server/storage/repositories/passwords.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { comparePassword, hashPassword } from './hash.ts';
import { hashing } from './hashing.ts';
import {
  type DirectoryVerdict,
  type ReportDirectoryCheck,
  verifyByDirectory,
} from './verify-by-directory.ts';

/** `locked`: there were too many wrong passwords before, so this one was not verified. */
export type Verdict =
  | 'right'
  | 'locked'
  | { readonly failures: number }
  /** The directory's reason why no password works for this account now. */
  | { readonly refused: ErrorName; readonly details: Details };

/**
 * Verifies a password and counts the attempt.
 * @throws Refusal 503 when the directory with the password cannot be reached; the attempt does not count
 */
export type VerifyPassword = (userId: string, password: string) => Promise<Verdict>;

/** Verifies stored passwords and those of the directory. An account without a password takes as long as a wrong password, to prevent user enumeration. */
export function passwordVerifier(
  accounts: Accounts,
  passwords: Passwords,
  attempts: Attempts,
  config: Pick<ServerConfig, 'argon2' | 'ldap'>,
  reportDirectoryCheck: ReportDirectoryCheck,
): VerifyPassword {
  const seriallyByAccount = serialByKey();
  const decoy = hashPassword(randomBytes(16).toString('hex'), config.argon2);
  const verifyInDirectory = config.ldap && verifyByDirectory(config.ldap, reportDirectoryCheck);

  const verifyStored = async (userId: string, password: string): Promise<DirectoryVerdict> => {
    const stored = await passwords.find(userId);
    const compared = await comparePassword(password, stored?.hash ?? (await decoy), config.argon2);
    if (!compared.isRight || !stored) return 'wrong';
    if (compared.renewed !== null) await passwords.renew(userId, stored, compared.renewed);
    return 'right';
  };

  const verdictOf = async (userId: string, password: string): Promise<DirectoryVerdict> => {
    const account = verifyInDirectory && (await accounts.find(userId));
    const isInDirectory = account && isDirectoryAccount(config, account);
    return isInDirectory ? verifyInDirectory(userId, password) : verifyStored(userId, password);
  };

  const verify = async (userId: string, password: string): Promise<Verdict> => {
    // A full queue refuses before the attempt is written to the database.
    if (!verifyInDirectory) await hashing.checkRoom();
    const attempt = await idempotentRequest().runOnce(GUESS_STEP, () =>
      attempts.begin(userId, TOKEN_CODES.password),
    );
    if (!attempt.allowed) return 'locked';
    const verdict = await verdictOf(userId, password).catch(async (error: unknown) => {
      await idempotentRequest().undo(GUESS_STEP, () => attempts.uncount(userId, TOKEN_CODES.password));
      throw error;
    });
    if (verdict === 'wrong') return { failures: attempt.failures };
    if (verdict === 'right') await attempts.succeed(userId, TOKEN_CODES.password);
    else await attempts.uncount(userId, TOKEN_CODES.password);
    return verdict;
  };
  return async (userId, password) =>
    seriallyByAccount(await attempts.nameOf(userId), () => verify(userId, password));
}
