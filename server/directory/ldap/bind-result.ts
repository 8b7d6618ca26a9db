/** Result of an LDAP bind with a person's password. */
export type BindResult =
  | 'right'
  | 'wrong'
  /** The directory has locked the account temporarily. */
  | 'locked'
  /** The password is right, but has to be changed in the directory first. */
  | 'expired'
  | 'disabled'
  | 'outOfPeriod'
  | 'outOfHours'
  | 'blocked';

/** Result codes of RFC 4511, appendix A. */
const RESULT_CODES = {
  constraintViolation: 19,
  noSuchObject: 32,
  inappropriateAuthentication: 48,
  invalidCredentials: 49,
  unwillingToPerform: 53,
} as const;

/**
 * Why Active Directory refuses a bind, by the number behind `data` in the text of its invalidCredentials
 * (Windows system error codes in hexadecimal: ERROR_INVALID_LOGON_HOURS and its neighbours).
 */
const ACTIVE_DIRECTORY_RESULTS: ReadonlyMap<string, BindResult> = new Map([
  ['525', 'wrong'],
  ['52e', 'wrong'],
  ['530', 'outOfHours'],
  ['531', 'blocked'],
  ['532', 'expired'],
  ['533', 'disabled'],
  ['701', 'outOfPeriod'],
  ['773', 'expired'],
  ['775', 'locked'],
]);

/** Errors of the password policy control (draft-behera-ldap-password-policy, section 6.2). */
const POLICY_ERRORS = { passwordExpired: 0, accountLocked: 1, changeAfterReset: 2 } as const;

const resultByPolicy = (error: number | undefined): BindResult | null => {
  if (error === POLICY_ERRORS.accountLocked) return 'locked';
  return error === POLICY_ERRORS.passwordExpired || error === POLICY_ERRORS.changeAfterReset
    ? 'expired'
    : null;
};

/** The result of a bind that succeeded. */
export const resultOfSuccessfulBind = (policyError: number | undefined): BindResult =>
  resultByPolicy(policyError) ?? 'right';

/**
 * The result of a bind that failed.
 * @param code result code
 * @param text diagnostic message of the directory
 * @param policyError error of the password policy control, if the directory sends one
 * @returns null when the error is a problem of the directory, not of the person
 */
export function resultOfFailedBind(
  code: number,
  text: string,
  policyError: number | undefined,
): BindResult | null {
  if (code === RESULT_CODES.invalidCredentials) {
    const data = /\bdata ([\da-f]{1,8})\b/i.exec(text)?.[1]?.toLowerCase() ?? '';
    return resultByPolicy(policyError) ?? ACTIVE_DIRECTORY_RESULTS.get(data) ?? 'wrong';
  }
  if (code === RESULT_CODES.noSuchObject || code === RESULT_CODES.inappropriateAuthentication) return 'wrong';
  // 389 Directory Server and FreeIPA report these two only in the text.
  if (code === RESULT_CODES.unwillingToPerform && /account inactivated/i.test(text)) return 'disabled';
  if (code === RESULT_CODES.constraintViolation && /retry limit/i.test(text)) return 'locked';
  return null;
}
