import type { Browser, CallAnswer } from '#tests/support/server/browser.ts';
import { requestAccessToken, tokenOf } from '#tests/support/server/identity.ts';
import { provedFirstStep, sendFirstStep, sendSecondStep } from '#tests/support/server/second-step.ts';
import { authenticate, checkPolicy } from '#tests/support/server/steps.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import type { Method, Service } from './attack.ts';
import type { AttackSetup } from './person.ts';
import { isContact, type SecretSource } from './secret-source.ts';

export const TYPE_CODE_OF: Readonly<Record<Method, string>> = {
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

/** The browser and the service of a sign-in. */
type SignInPlace = { readonly browser: Browser; readonly service: Service; readonly clientId: string };

/** The last method of the first step, and the method of the second step. Null stops the sign-in before the second step. */
export type SignInMethods = { readonly first: Method; readonly second: Method | null };

/** The methods of both steps of a sign-in. */
export const stepsOf = ({ second }: Service, path: readonly Method[]): SignInMethods =>
  second.length > 0
    ? { first: path.at(-2) ?? 'pw', second: path.at(-1) ?? null }
    : { first: path.at(-1) ?? 'pw', second: null };

/** The challenge of a check that accepts no passkey. */
export const noChallenge = (): Promise<CallAnswer> => Promise.reject(new Error('There is no challenge'));

/** Takes the steps of a sign-in. Returns the answer of the last call, or null if a secret is missing. */
export async function signIn(
  { server, userId }: AttackSetup,
  secretFor: SecretSource,
  { browser, service, clientId }: SignInPlace,
  path: SignInMethods,
  more: { readonly rememberBrowser?: 'Y' } = {},
): Promise<CallAnswer | null> {
  server.wait(31_000);
  const { json: policy } = await checkPolicy(browser, userId, clientId);
  const policyId = String(policy['policyId']);
  const isGated = service.hasPasswordGate && path.first !== 'pw';
  if (isGated && policy['check'] !== true && policy['secondToken'] === undefined) {
    const userPassword = await secretFor('pw', { browser, clientId, token: '', challenge: noChallenge });
    if (userPassword === null) return null;
    await browser.call('POST', '/login/password', {
      body: { userId, userPassword, clientId, selfAuthFlag: 'N', policyId },
    });
  }
  const startFirst = (): Promise<CallAnswer> =>
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
    return authenticate(browser, userId, { clientId, policyId, tokenCode: TYPE_CODE_OF[path.first], secret });
  }
  let { secondToken, accessToken } = policy;
  if (secondToken === undefined) {
    const otp = await firstSecret();
    if (otp === null) return null;
    const answer = await sendFirstStep(browser, userId, { type: TYPE_CODE_OF[path.first], otp, clientId });
    ({ secondToken, accessToken } = answer.json);
    if (secondToken === undefined) return answer;
  }
  if (path.second === null) return null;
  const startSecond = (): Promise<CallAnswer> =>
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
  const tokens = { json: { secondToken, accessToken } };
  return sendSecondStep(
    provedFirstStep({ browser, userId, policyId }, tokens, clientId),
    TYPE_CODE_OF[path.second],
    secret,
    {},
    more,
  );
}
