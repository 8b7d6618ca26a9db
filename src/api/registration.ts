import { boolean, object, optional, string } from 'valibot';
import type { AppSecret, OfflineCode, OtpCard, RegistrationCode } from '#machines/shared/factor.ts';
import type { CreationRequest } from '#machines/shared/passkey.ts';
import { withRefusalCodes } from '#machines/shared/registration.ts';
import { type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { creationRequest } from '#src/api/decode/creation-request.ts';
import { apiPath } from '#src/api/path.ts';
import type { CallAuth } from '#src/api/session-token.ts';
import { tenantOf } from '#wire/tenant.ts';

/** The ID of the person and the token of the identity check, which every registration call sends (rule 201). */
export type RegistrationAuth = { readonly userId: string; readonly token: string };

const authOf = (token: string): CallAuth => ({ header: 'Authorization', token });

const anyAnswer = object({});
const text = optional(string(), '');
const card = object({ serialNumber: text, modelCode: text, companyName: text, registrationDate: text });
/** The refusal codes of the calls for cards, by HTTP status (spec section 8). */
const CARD_REFUSAL_CODES = { 404: 'unknownCard', 409: 'cardTaken' };

/** Validates the serial number of a card, before the page requests its code. Refusals: unknownCard, cardTaken. */
export const validateCard = async (
  client: Client,
  { userId, token, serial }: RegistrationAuth & { readonly serial: string },
  signal: AbortSignal,
): Promise<Result<OtpCard>> =>
  withRefusalCodes(
    await client.call({
      method: 'POST',
      path: '/data/portal/hwotp/validation',
      json: { userId, sn: serial },
      auth: authOf(token),
      schema: card,
      signal,
    }),
    CARD_REFUSAL_CODES,
  );

/** Registers a card with a code that the card shows. */
export const verifyCard = async (
  client: Client,
  { userId, token, serial, code }: RegistrationAuth & { readonly serial: string; readonly code: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  withRefusalCodes(
    await client.call({
      method: 'POST',
      path: '/data/portal/hwotp/verification',
      json: { userId, sn: serial, otp: code },
      auth: authOf(token),
      schema: anyAnswer,
      signal,
    }),
    CARD_REFUSAL_CODES,
  );

/** Registers a Yubikey with a code that the key types into the field. */
export const registerYubikey = (
  client: Client,
  { userId, token, code }: RegistrationAuth & { readonly code: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: '/data/portal/yubikey/mapping',
    json: { userId, otp: code },
    auth: authOf(token),
    schema: anyAnswer,
    signal,
  });

/** Checks that the person has no other passkey with this name. Refusal: nameTaken. */
export const checkPasskeyName = async (
  client: Client,
  { userId, token, name }: RegistrationAuth & { readonly name: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  withRefusalCodes(
    await client.call({
      method: 'POST',
      path: '/data/portal/fido-token/check-name',
      query: { userId, tokenName: name },
      auth: authOf(token),
      schema: anyAnswer,
      signal,
    }),
    { 409: 'nameTaken' },
  );

type NewPasskey = RegistrationAuth & { readonly clientId: string; readonly name: string };

/** Requests the options with which the browser creates a passkey. */
export const startPasskey = (
  client: Client,
  { userId, token, clientId, name }: NewPasskey,
  signal: AbortSignal,
): Promise<Result<CreationRequest>> =>
  client.call({
    method: 'POST',
    path: '/start',
    json: { username: userId, keyname: name, tenantId: tenantOf(clientId) },
    auth: authOf(token),
    schema: creationRequest,
    signal,
  });

/** Registers the passkey that the browser has created. */
export const finishPasskey = (
  client: Client,
  { userId, token, clientId, name, credential }: NewPasskey & { readonly credential: unknown },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: '/finish',
    json: { userId, tokenName: name, publicKeyCredential: credential, tenantId: tenantOf(clientId) },
    auth: authOf(token),
    schema: anyAnswer,
    signal,
  });

/** The common path of the calls that register the mobile app. */
const APP_PATH = '/data/portal/mobileapp/provision';

/** One field of a successful answer. */
const fieldOf = async <Value, Field extends string>(
  answer: Promise<Result<Readonly<Record<Field, Value>>>>,
  field: Field,
): Promise<Result<Value>> => {
  const result = await answer;
  return result.ok ? success(result.value[field]) : result;
};

/** Creates a registration link for the app. Resolves to the ak of the link. */
export const generateAk = async (
  client: Client,
  { userId, token }: RegistrationAuth,
  signal: AbortSignal,
): Promise<Result<string>> =>
  fieldOf(
    client.call({
      method: 'GET',
      path: apiPath(`${APP_PATH}/generation/{userId}`, { userId }),
      auth: authOf(token),
      schema: object({ ak: string() }),
      signal,
    }),
    'ak',
  );

/** Sends the registration link to the phone of the person. */
export const sendProvisionLink = async (
  client: Client,
  { userId, token, ak, clientId }: RegistrationAuth & { readonly ak: string; readonly clientId: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: apiPath('/noti/mobileapp/provision/link/{tenant}', { tenant: tenantOf(clientId) }),
    json: { userId, ak, clientId },
    auth: authOf(token),
    schema: anyAnswer,
    signal,
  });

/**
 * Checks whether the app has been registered with the link or code of this registration.
 * @param time the time in epoch milliseconds, which only prevents cached answers (rule 85)
 */
export const checkRegistered = (
  client: Client,
  { userId, token, time }: RegistrationAuth & { readonly time: number },
  signal: AbortSignal,
): Promise<Result<boolean>> =>
  fieldOf(
    client.call({
      method: 'GET',
      path: APP_PATH,
      query: { userId, time: String(time) },
      auth: authOf(token),
      schema: object({ result: boolean() }),
      signal,
    }),
    'result',
  );

/** Requests a registration code, and the text for its QR code, which the answer calls `schema`. */
export async function requestRegistrationCode(
  client: Client,
  { userId, token, ip }: RegistrationAuth & { readonly ip: string },
  signal: AbortSignal,
): Promise<Result<RegistrationCode>> {
  const codeAnswer = await client.call({
    method: 'POST',
    path: `${APP_PATH}/qr`,
    json: { userId, ipAddress: ip },
    auth: authOf(token),
    schema: object({ authCode: string(), otp: string() }),
    signal,
  });
  if (!codeAnswer.ok) return codeAnswer;
  const { authCode, otp } = codeAnswer.value;
  const schemaAnswer = await client.call({
    method: 'GET',
    path: `${APP_PATH}/schema`,
    query: { authCode },
    auth: authOf(token),
    schema: object({ schema: string() }),
    signal,
  });
  return schemaAnswer.ok ? success({ authCode, otp, schema: schemaAnswer.value.schema }) : schemaAnswer;
}

/** Sends the client key that the offline app shows. */
export const sendClientKey = (
  client: Client,
  { userId, token, key }: RegistrationAuth & { readonly key: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: `${APP_PATH}/offline/code`,
    json: { userId, clientKey: key },
    auth: authOf(token),
    schema: anyAnswer,
    signal,
  });

/** Fetches the two values that the person compares with the values on the phone (rule 107). */
export async function fetchOfflineCode(
  client: Client,
  { userId, token }: RegistrationAuth,
  signal: AbortSignal,
): Promise<Result<OfflineCode>> {
  const akAnswer = await client.call({
    method: 'GET',
    path: apiPath(`${APP_PATH}/offline/code/{userId}`, { userId }),
    auth: authOf(token),
    schema: object({ ak: string() }),
    signal,
  });
  if (!akAnswer.ok) return akAnswer;
  const otpAnswer = await client.call({
    method: 'GET',
    path: apiPath(`${APP_PATH}/offline/otp/{userId}`, { userId }),
    auth: authOf(token),
    schema: object({ otp: string() }),
    signal,
  });
  return otpAnswer.ok ? success({ ak: akAnswer.value.ak, otp: otpAnswer.value.otp }) : otpAnswer;
}

/** Registers the offline app. The person has compared the two values before. */
export const registerOfflineApp = (
  client: Client,
  { userId, token, osType }: RegistrationAuth & { readonly osType: 'android' | 'ios' },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: `${APP_PATH}/offline`,
    json: { userId, osType },
    auth: authOf(token),
    schema: anyAnswer,
    signal,
  });

/** Creates a secret for a standard authenticator. A secret that was created earlier becomes invalid. */
export async function issueAppSecret(
  client: Client,
  { userId, token }: RegistrationAuth,
  signal: AbortSignal,
): Promise<Result<AppSecret>> {
  const secretAnswer = await client.call({
    method: 'POST',
    path: `${APP_PATH}/standard/secret`,
    json: { userId },
    auth: authOf(token),
    schema: object({ secret: string(), uri: string() }),
    signal,
  });
  return secretAnswer.ok
    ? success({ text: secretAnswer.value.secret, uri: secretAnswer.value.uri })
    : secretAnswer;
}

/** Registers a standard authenticator with a code that it shows. */
export const registerStandardApp = (
  client: Client,
  { userId, token, code }: RegistrationAuth & { readonly code: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: `${APP_PATH}/standard`,
    json: { userId, otp: code },
    auth: authOf(token),
    schema: anyAnswer,
    signal,
  });
