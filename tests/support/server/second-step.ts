import { SEED_PASSWORD } from '#server/seed/accounts.ts';
import { encodeUserPassword, type SecondStepFields } from '#wire/user-password.ts';
import type { Browser, CallAnswer } from './browser.ts';
import { CLIENT_ID, fetchPolicyId } from './steps.ts';

/** Makes the call of the first of two steps. */
export const sendFirstStep = (
  browser: Browser,
  userId: string,
  { type = '-1', otp = SEED_PASSWORD, clientId = CLIENT_ID, fidoStatus = '' } = {},
): Promise<CallAnswer> =>
  browser.call('POST', '/login/oidc', { body: { clientId, userId, type, otp, fidoStatus } });

/** The values with which a person continues to the second step. */
export type ProvedFirstStep = {
  readonly browser: Browser;
  readonly userId: string;
  readonly policyId: string;
  readonly clientId: string;
  readonly secondToken: string;
  readonly accessToken: string;
};

/** The values for the second step, with the tokens in the response to the first step or to a policy check. */
export const provedFirstStep = (
  person: Pick<ProvedFirstStep, 'browser' | 'userId' | 'policyId'>,
  { json }: Pick<CallAnswer, 'json'>,
  clientId = CLIENT_ID,
): ProvedFirstStep => ({
  ...person,
  clientId,
  secondToken: String(json['secondToken']),
  accessToken: String(json['accessToken']),
});

/** Enters an ID, and takes the first step with the password. */
export async function proveFirstStep(
  browser: Browser,
  userId: string,
  clientId = CLIENT_ID,
): Promise<ProvedFirstStep> {
  const policyId = await fetchPolicyId(browser, userId, clientId);
  const answer = await sendFirstStep(browser, userId, { clientId });
  return provedFirstStep({ browser, userId, policyId }, answer, clientId);
}

/** Makes the call of the second of two steps. */
export const sendSecondStep = (
  { browser, userId, policyId, clientId, secondToken }: ProvedFirstStep,
  tokenCode: string,
  secret: string,
  values: Partial<SecondStepFields> = {},
  browserValues: { readonly rememberBrowser?: 'Y' } = {},
): Promise<CallAnswer> =>
  browser.call('POST', '/authenticate', {
    body: {
      ...browserValues,
      userId,
      userPassword: encodeUserPassword({
        step: '2',
        secret,
        accessToken: secondToken,
        clientId,
        type: 'oidc',
        tokenCode,
        mode: 'web',
        ip: '',
        policyId,
        fixed: 'N',
        firstFixed: '',
        check: '',
        redirect: '',
        ...values,
      }),
    },
  });
