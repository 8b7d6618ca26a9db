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

/** Calls that may fail: those of each sign-in, and others. */
export const CALLS = [
  '/auth/policy/check',
  '/login/password',
  '/authenticate',
  '/login/oidc',
  '/token/access',
];
export const MORE_CALLS = [
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
export const SECONDS = 1000;
/** Times for which the device may sleep, in milliseconds. */
export const SLEEPS = [20 * SECONDS, 61 * SECONDS, 5 * 60 * SECONDS, 11 * 60 * SECONDS, 2 * 3600 * SECONDS];
