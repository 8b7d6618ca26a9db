/**
 * Names on the wire that the specification leaves open (decisions 01, 02, 11, 17, 40).
 * Another server's names are put in here and nowhere else.
 */

/** Carries the locale of the person on every call (spec section 1). */
export const LANGUAGE_HEADER = 'X-Language';

/** Names a page to go to; only the value {@link REDIRECT_PAGE_ERROR} has an effect (decision 01). */
export const REDIRECT_PAGE_HEADER = 'X-Redirect-Page';
export const REDIRECT_PAGE_ERROR = 'error';

/** Carries the challenge token of an answer (decisions 02 to 06). */
export const CHALLENGE_HEADER = 'X-Challenge-Token';

/** Replaces `Authorization` on the password calls and on the second-step polls (decision 11). */
export const AUTH_HEADER = 'Auth';

/**
 * Idempotency key: a repeated request with the same key is neither executed nor counted again (decision 222).
 */
export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

/** First-party cookie that remembers the chosen language for a year (decision 17). */
export const LANGUAGE_COOKIE = 'language';

/** Names the request that a page is about, in its address and where it asks for its summary (decision 42). */
export const REQUEST_PARAM = 'uid';

/** Query flag that asks the server to finish a request without a new login (decision 40). */
export const NO_REAUTH_PARAM = 'noReauth';
export const NO_REAUTH_VALUE = 'Y';

/** Id of the inert JSON block in the page that carries the {@link RuntimeConfig}. */
export const RUNTIME_CONFIG_ELEMENT = 'munjigi-config';

/** The policy check, which the page itself makes where its client is not there yet (spec section 3). */
export const POLICY_CHECK = '/auth/policy/check';

/** Length of a challenge time step in seconds (spec sections 1 and 9). */
export const CHALLENGE_STEP_SECONDS = 30;

/**
 * Fields of a refusal whose values its text inserts: counters, the minutes of a lock a method's name (decision 132), the level of a password;
 * and the code of a link (decision 183).
 */
export const FAILURE_DETAILS = [
  'failCount',
  'maxCount',
  'minutes',
  'method',
  'level',
  'reason',
  'error_code',
] as const;
