import type { Browser, Called } from '#tests/support/server/browser.ts';
import { requestAccessToken, tokenOf } from '#tests/support/server/identity.ts';
import { sendFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { authenticate, checkPolicy } from '#tests/support/server/steps.ts';
import { TYPE_CODES } from '#wire/token-codes.ts';
import type { Method, Service } from './case.ts';
import type { Stage } from './person.ts';
import { isContact, type SecretSource } from './secret-source.ts';

export const CODES: Readonly<Record<Method, string>> = {
  pw: TYPE_CODES.password,
  sms: TYPE_CODES.sms,
  internalMail: TYPE_CODES.internalMail,
  privateMail: TYPE_CODES.privateMail,
  hwOtp: TYPE_CODES.otpCard,
  yubikey: TYPE_CODES.yubikey,
  mobileOtp: TYPE_CODES.mobileOtp,
  push: TYPE_CODES.push,
  emergencyCode: TYPE_CODES.emergency,
  fido2Token: TYPE_CODES.passkey,
};

type At = { readonly browser: Browser; readonly service: Service; readonly clientId: string };

/** The method that ends the first step, and that of the second; null to stop before it. */
export type Path = { readonly first: Method; readonly second: Method | null };

/** A sign-in as its two steps. */
export const stepsOf = ({ second }: Service, path: readonly Method[]): Path =>
  second.length > 0
    ? { first: path.at(-2) ?? 'pw', second: path.at(-1) ?? null }
    : { first: path.at(-1) ?? 'pw', second: null };

/** The challenge of a check that has no passkeys. */
export const noChallenge = (): Promise<Called> => Promise.reject(new Error('There is no challenge'));

/** The steps of a sign-in; the answer to the last one, null when the person does not have a method. */
export async function signIn(
  { server, userId }: Stage,
  secretFor: SecretSource,
  { browser, service, clientId }: At,
  path: Path,
  more: { readonly rememberBrowser?: 'Y' } = {},
): Promise<Called | null> {
  server.wait(31_000);
  const { json: policy } = await checkPolicy(browser, userId, clientId);
  const policyId = String(policy['policyId']);
  const isGated = service.gate && path.first !== 'pw';
  if (isGated && policy['check'] !== true && policy['secondToken'] === undefined) {
    const userPassword = await secretFor('pw', { browser, clientId, token: '', challenge: noChallenge });
    if (userPassword === null) return null;
    await browser.call('POST', '/login/password', {
      body: { userId, userPassword, clientId, selfAuthFlag: 'N', policyId },
    });
  }
  const startFirst = (): Promise<Called> =>
    browser.call('POST', '/auth/login/oidc', {
      body: { clientId, userId, type: TYPE_CODES.passkey, fidoStatus: 'start' },
    });
  const firstSecret = async (): Promise<string | null> => {
    const token = isContact(path.first) ? tokenOf(await requestAccessToken(browser, userId, clientId)) : '';
    return secretFor(path.first, { browser, clientId, token, challenge: startFirst });
  };
  if (policy['secondAuth'] === 'N') {
    const secret = await firstSecret();
    if (secret === null) return null;
    return authenticate(browser, userId, { clientId, policyId, tokenCode: CODES[path.first], secret });
  }
  let { secondToken, accessToken } = policy;
  if (secondToken === undefined) {
    const otp = await firstSecret();
    if (otp === null) return null;
    const half = await sendFirstStep(browser, userId, { type: CODES[path.first], otp, clientId });
    ({ secondToken, accessToken } = half.json);
    if (secondToken === undefined) return half;
  }
  if (path.second === null) return null;
  const startSecond = (): Promise<Called> =>
    browser.call('POST', '/auth/oauth2/mfa/check', {
      body: { userId, otpTypeCode: TYPE_CODES.passkey, portalType: 'user', fidoStatus: 'start', clientId },
    });
  const secret = await secretFor(path.second, {
    browser,
    clientId,
    token: String(accessToken),
    challenge: startSecond,
  });
  if (secret === null) return null;
  const half = { browser, userId, policyId, clientId, secondToken: String(secondToken) };
  return sendSecondStep({ ...half, accessToken: String(accessToken) }, CODES[path.second], secret, {}, more);
}
