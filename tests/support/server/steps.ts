import type { Portal } from '#server/login/portal.ts';
import { requestSessionOf } from '#server/login/request-session.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { encodeUserPassword, type FirstStepFields } from '#wire/user-password.ts';
import type { Browser, CallAnswer } from './browser.ts';

export const CLIENT_ID = 'demo-oidc';

/** The key of the challenge tokens in the responses to a browser; null if the browser has no session. */
export const challengeKeyOf = (portal: Portal, { cookieHeader }: Browser): Promise<string | null> =>
  requestSessionOf(portal, cookieHeader, { browser: '', address: '' }).challengeKey();

/** The header with a bearer token. */
export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

export const checkPolicy = (browser: Browser, userId: string, clientId = CLIENT_ID): Promise<CallAnswer> =>
  browser.call('POST', '/auth/policy/check', { body: { userId, clientId } });

/** Makes the policy check, and returns the ID of the policy. */
export const fetchPolicyId = async (
  browser: Browser,
  userId: string,
  clientId = CLIENT_ID,
): Promise<string> => String((await checkPolicy(browser, userId, clientId)).json['policyId']);

/** Returns a function that makes the call with the password: for the password gate (N), or before an identity check (Y). */
export const sendPassword =
  (selfAuthFlag: 'N' | 'Y') =>
  (browser: Browser, userId: string, policyId: string, userPassword = SEED_PASSWORD): Promise<CallAnswer> =>
    browser.call('POST', '/login/password', {
      body: { userId, userPassword, clientId: CLIENT_ID, selfAuthFlag, policyId },
    });

/** Makes the call with the password for the password gate. */
export const passGate = sendPassword('N');

/** The values of a first step with a password, as the portal's page encodes them. */
export const firstStep = (values: Partial<FirstStepFields> = {}): string =>
  encodeUserPassword({
    step: '1',
    secret: SEED_PASSWORD,
    clientId: CLIENT_ID,
    accessToken: '',
    tokenCode: '-1',
    type: 'oidc',
    mode: 'web',
    policyId: '',
    fixed: 'N',
    alwaysSend: 'N',
    ip: '',
    check: '',
    redirect: '',
    ...values,
  });

/** Makes the login call. */
export const authenticate = (
  browser: Browser,
  userId: string,
  values: Partial<FirstStepFields> = {},
): Promise<CallAnswer> =>
  browser.call('POST', '/authenticate', { body: { userId, userPassword: firstStep(values) } });

/** Signs in with one step: enters the ID, then the password. */
export async function signIn(
  browser: Browser,
  userId: string,
  values: Partial<FirstStepFields> = {},
): Promise<CallAnswer> {
  const policyId = await fetchPolicyId(browser, userId, values.clientId);
  return authenticate(browser, userId, { policyId, ...values });
}
