import type { Browser, CallAnswer } from './browser.ts';
import { bearer, CLIENT_ID, sendPassword } from './steps.ts';

type PersonDetails = { readonly type?: string; readonly lastName?: string; readonly firstName?: string };

/** Makes the call that verifies a contact of the person. */
export const verifyPerson = (
  browser: Browser,
  userId: string,
  info: string,
  { type = 'phoneNumber', lastName = '', firstName = '' }: PersonDetails = {},
  clientId = CLIENT_ID,
): Promise<CallAnswer> =>
  browser.call('POST', `/data/sso/accounts/${userId}/verification`, {
    body: { clientId, lastName, firstName, info, type },
  });

/** The access token in a response. */
export const tokenOf = ({ json }: CallAnswer): string => String(json['accessToken']);

export const requestAccessToken = (
  browser: Browser,
  userId: string,
  clientId = CLIENT_ID,
): Promise<CallAnswer> => browser.call('POST', '/token/access', { body: { userId, clientId } });

/** Verifies a contact of the person, and returns an access token for the identity check. */
export async function identityToken(
  browser: Browser,
  userId: string,
  info: string,
  details: PersonDetails = {},
) {
  await verifyPerson(browser, userId, info, details);
  return tokenOf(await requestAccessToken(browser, userId));
}

/** Finishes the identity check with a code. */
export const finishIdentityCheck = (
  browser: Browser,
  userId: string,
  token: string,
  otpTypeCode: string,
  otp: string,
  clientId = CLIENT_ID,
): Promise<CallAnswer> =>
  browser.call('POST', '/auth/oauth2/mfa/check', {
    body: { userId, clientId, otp, selfAuthFlag: 'Y', otpTypeCode },
    headers: bearer(token),
  });

/** Makes the call that sends the password again, before an identity check. */
export const reLogin = sendPassword('Y');
