/**
 * Names of headers, cookies and parameters that the specification leaves open (rules 01, 02, 11, 17, 40). For a server
 * that uses other names, it is enough to change this file.
 */

/** Header with the person's locale on every call (spec section 1). */
export const LANGUAGE_HEADER = 'X-Language';

/** Header that sends the page to another screen; only the value {@link REDIRECT_PAGE_ERROR} has an effect (rule 01). */
export const REDIRECT_PAGE_HEADER = 'X-Redirect-Page';
export const REDIRECT_PAGE_ERROR = 'error';

/** Header with the challenge token of an answer (rules 02 to 06). */
export const CHALLENGE_HEADER = 'X-Challenge-Token';

/**
 * Header with the access token: it replaces `Authorization` on the password calls and accompanies it on the second-step
 * polls (rule 11).
 */
export const AUTH_HEADER = 'Auth';

/**
 * Header with the idempotency key. A repeated request with the same key is not executed and not counted again (rule
 * 222).
 */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** First-party cookie that remembers the chosen language for a year (rule 17). */
export const LANGUAGE_COOKIE = 'language';

/** Query parameter with the id of the request, in the address of a page and in the call of the summary (rule 42). */
export const REQUEST_PARAM = 'uid';

/** Query parameter and its value with which the server finishes a request without a new login (rule 40). */
export const NO_REAUTH_PARAM = 'noReauth';
export const NO_REAUTH_VALUE = 'Y';

/** Id of the inert JSON block in the page that contains the {@link RuntimeConfig}. */
export const RUNTIME_CONFIG_ELEMENT = 'munjigi-config';

/**
 * Path of the policy check (spec section 3), which the page calls directly before the script with the API client has
 * loaded.
 */
export const POLICY_CHECK_PATH = '/auth/policy/check';

/** Length of a challenge time step in seconds (spec sections 1 and 9). */
export const CHALLENGE_STEP_SECONDS = 30;

/**
 * Fields of a refusal with values for its text: counters, the minutes of a lock, the name of a method (rule 132), the
 * level of a password, the reason why a passkey is refused (`reason`), and the reason why a link cannot be used
 * (`error_code`, rule 183).
 */
export const REFUSAL_DETAILS = [
  'failCount',
  'maxCount',
  'minutes',
  'method',
  'level',
  'reason',
  'error_code',
] as const;
