import type { LdapSettings } from '#server/config/ldap.ts';
import type { BindResult } from '#server/directory/ldap/bind-result.ts';
import { type DirectoryPasswords, directoryPasswords } from '#server/directory/ldap/passwords.ts';
import { DirectoryProblemError } from '#server/directory/ldap/problem.ts';
import { Refusal } from '#server/login/refusal.ts';
import type { Details, ErrorName } from '#server/login/texts.ts';
import { log } from '#server/operations/log.ts';

/** The outcome of a verification in the directory. */
export type DirectoryOutcome =
  | 'right'
  | 'wrong'
  /** The account may not sign in, whatever the password is: the error code, and values for its text. */
  | { readonly refused: ErrorName; readonly details: Details };

/** Verifies the password of a person whose password is stored in the directory. */
export type VerifyInDirectory = (userId: string, password: string) => Promise<DirectoryOutcome>;

/**
 * Called after each verification: `answered` by the directory, or `failed` because the directory could not be queried.
 */
export type ReportDirectoryCheck = (result: 'answered' | 'failed') => void;

/** The value of `Retry-After` in the answer while the directory cannot be queried. */
const RETRY_SECONDS = '5';

function expiredOutcome({ passwordPage }: LdapSettings): DirectoryOutcome {
  if (passwordPage === undefined) return { refused: 'directoryPasswordExpired', details: {} };
  return {
    refused: 'directoryPasswordExpiredAt',
    details: { page: { ko: passwordPage, en: passwordPage } },
  };
}

const refusedOutcome = (errCode: ErrorName): DirectoryOutcome => ({ refused: errCode, details: {} });

function outcomeOf(bindResult: BindResult, settings: LdapSettings): DirectoryOutcome {
  switch (bindResult) {
    case 'right':
    case 'wrong':
      return bindResult;
    case 'expired':
      return expiredOutcome(settings);
    case 'locked':
      return refusedOutcome('001_1');
    case 'disabled':
      return refusedOutcome('002');
    case 'outOfPeriod':
      return refusedOutcome('002_1');
    case 'outOfHours':
      return refusedOutcome('002_2');
    case 'blocked':
      return refusedOutcome('002_3');
  }
}

/**
 * Creates the verification of passwords in the directory, with the error codes of spec section 8.
 * @returns a function that throws Refusal 503 with 003_1 when the directory cannot be queried
 */
export function directoryVerifier(
  settings: LdapSettings,
  report: ReportDirectoryCheck,
  passwords: DirectoryPasswords = directoryPasswords(settings),
): VerifyInDirectory {
  return async (userId, password) => {
    try {
      const bindResult = await passwords.verify(userId, password);
      report('answered');
      return outcomeOf(bindResult, settings);
    } catch (error) {
      if (!(error instanceof DirectoryProblemError)) throw error;
      report('failed');
      log.warn(`The directory cannot be queried: ${error.step}, ${error.code}: ${error.message}`);
      throw new Refusal(503, '003_1', { headers: { 'Retry-After': RETRY_SECONDS } });
    }
  };
}
