import type { Portal } from '#server/login/portal.ts';
import { requestSessionOf } from '#server/login/request-session.ts';
import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { encodeUserPassword, type FirstStepFields } from '#wire/user-password.ts';
import type { Browser, Called } from './browser.ts';

export const CLIENT_ID = 'demo-oidc';

/** The key by which the answers to a browser are sealed; null when it has no session. */
export const challengeKeyOf = (portal: Portal, { cookieHeader }: Browser): Promise<string | null> =>
  requestSessionOf(portal, cookieHeader, { browser: '', address: '' }).challengeKey();

export const checkPolicy = (browser: Browser, userId: string, clientId = CLIENT_ID): Promise<Called> =>
  browser.call('POST', '/auth/policy/check', { body: { userId, clientId } });

/** POST /login/password: for the password gate (N), or again for an identity check (Y). */
export const sendPassword =
  (selfAuthFlag: 'N' | 'Y') =>
  (browser: Browser, userId: string, policyId: string, userPassword = SEED_PASSWORD): Promise<Called> =>
    browser.call('POST', '/login/password', {
      body: { userId, userPassword, clientId: CLIENT_ID, selfAuthFlag, policyId },
    });

export const passGate = sendPassword('N');

/** The first step by password, as the portal's page writes it. */
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

export const authenticate = (
  browser: Browser,
  userId: string,
  values: Partial<FirstStepFields> = {},
): Promise<Called> =>
  browser.call('POST', '/authenticate', { body: { userId, userPassword: firstStep(values) } });

/** A whole login of one step: the ID, then the password. */
export async function signIn(
  browser: Browser,
  userId: string,
  values: Partial<FirstStepFields> = {},
): Promise<Called> {
  const { json } = await checkPolicy(browser, userId, values.clientId);
  return authenticate(browser, userId, { policyId: String(json['policyId']), ...values });
}
