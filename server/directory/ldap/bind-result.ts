/** Result of an LDAP bind with a person's password. */
export type BindResult =
  | 'right'
  | 'wrong'
  /** The directory has locked the account temporarily. */
  | 'locked'
  /** The password is correct, but has to be changed in the directory first. */
  | 'expired'
  | 'disabled'
  | 'outOfPeriod'
  | 'outOfHours'
  | 'blocked';

/** LDAP result codes (RFC 4511, appendix A). */
const RESULT_CODES = {
  constraintViolation: 19,
  noSuchObject: 32,
  inappropriateAuthentication: 48,
  invalidCredentials: 49,
  unwillingToPerform: 53,
} as const;

/**
 * Results of a bind that Active Directory refuses, by the number after the word `data` in the message of the
 * error invalidCredentials. The numbers are Windows system error codes in hexadecimal, such as 530 for
 * ERROR_INVALID_LOGON_HOURS.
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
const PASSWORD_POLICY_ERRORS = { passwordExpired: 0, accountLocked: 1, changeAfterReset: 2 } as const;

const resultOfPolicyError = (error: number | undefined): BindResult | null => {
  if (error === PASSWORD_POLICY_ERRORS.accountLocked) return 'locked';
  return error === PASSWORD_POLICY_ERRORS.passwordExpired || error === PASSWORD_POLICY_ERRORS.changeAfterReset
    ? 'expired'
    : null;
};

/** The result of a bind that succeeded. */
export const resultOfSuccessfulBind = (policyError: number | undefined): BindResult =>
  resultOfPolicyError(policyError) ?? 'right';

/**
 * The result of a bind that failed.
 * @param resultCode LDAP result code
 * @param message diagnostic message of the directory
 * @param policyError error of the password policy control, if the directory sends one
 * @returns null when the failure is a problem of the directory, not of the person's account
 */
export function resultOfFailedBind(
  resultCode: number,
  message: string,
  policyError: number | undefined,
): BindResult | null {
  if (resultCode === RESULT_CODES.invalidCredentials) {
    const windowsError = /\bdata ([\da-f]{1,8})\b/i.exec(message)?.[1]?.toLowerCase() ?? '';
    return resultOfPolicyError(policyError) ?? ACTIVE_DIRECTORY_RESULTS.get(windowsError) ?? 'wrong';
  }
  if (resultCode === RESULT_CODES.noSuchObject || resultCode === RESULT_CODES.inappropriateAuthentication)
    return 'wrong';
  // 389 Directory Server and FreeIPA report a disabled or locked account only in the message.
  if (resultCode === RESULT_CODES.unwillingToPerform && /account inactivated/i.test(message))
    return 'disabled';
  if (resultCode === RESULT_CODES.constraintViolation && /retry limit/i.test(message)) return 'locked';
  return null;
}
