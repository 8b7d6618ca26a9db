/** Addresses that a person may open. */
export const ADDRESSES = [
  '/',
  '/login',
  '/first',
  '/first/select',
  '/first/auth?type=pw',
  '/first/auth?type=10',
  '/first/management',
  '/first/management?type=8',
  '/second',
  '/second/management?type=12',
  '/password/forgot',
  '/change',
  '/authentication',
  '/self',
  '/auth',
  '/redirect',
  '/error?reason=notExists',
  '/provisioning?ak=unknown',
  '/logout',
  '/nowhere',
];

/** The paths of calls that every sign-in makes, which may fail. */
export const CALL_PATHS = [
  '/auth/policy/check',
  '/login/password',
  '/authenticate',
  '/login/oidc',
  '/token/access',
];
/** The paths of other calls that may fail. */
export const MORE_CALL_PATHS = [
  '/auth/oauth2/send/sms',
  '/summary/auth',
  '/auth/oauth2/mfa/check',
  '/pw/in-use',
  '/pw',
];
/** Answers of failed calls. */
export const FAULTS = [
  { status: 400, errCode: '005_1' },
  { status: 401, errCode: '' },
  { status: 429, errCode: '' },
  { status: 500, errCode: '' },
  { status: 502, raw: '<h1>Bad Gateway</h1>' },
  { status: 200, raw: '{"status": 200, ' },
];

/** A second in milliseconds. */
export const SECOND_MS = 1000;
/** Times for which the device may sleep, in milliseconds. */
export const SLEEP_TIMES_MS = [
  20 * SECOND_MS,
  61 * SECOND_MS,
  5 * 60 * SECOND_MS,
  11 * 60 * SECOND_MS,
  2 * 3600 * SECOND_MS,
];
