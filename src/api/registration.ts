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

/** The person and the token of the identity check, which every registration call carries (rule 201). */
export type RegistrationAuth = { readonly userId: string; readonly token: string };

const withToken = (token: string): CallAuth => ({ header: 'Authorization', token });

const anyAnswer = object({});
const text = optional(string(), '');
const card = object({ serialNumber: text, modelCode: text, companyName: text, registrationDate: text });
/** Refusal codes that an HTTP status implies (spec section 8). */
const CARD_CODES = { 404: 'unknownCard', 409: 'cardTaken' };

/** Validates a serial number before its code is requested. Refusals: unknownCard, cardTaken. */
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
      auth: withToken(token),
      schema: card,
      signal,
    }),
    CARD_CODES,
  );

/** Registers a card by a code that it shows. */
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
      auth: withToken(token),
      schema: anyAnswer,
      signal,
    }),
    CARD_CODES,
  );

/** Registers a Yubikey by a code that it types. */
export const mapYubikey = (
  client: Client,
  { userId, token, code }: RegistrationAuth & { readonly code: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: '/data/portal/yubikey/mapping',
    json: { userId, otp: code },
    auth: withToken(token),
    schema: anyAnswer,
    signal,
  });

/** Checks that the person has no other passkey of this name. Refusal: nameTaken. */
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
      auth: withToken(token),
      schema: anyAnswer,
      signal,
    }),
    { 409: 'nameTaken' },
  );

type NewPasskey = RegistrationAuth & { readonly clientId: string; readonly name: string };

/** Requests the creation options of a passkey. */
export const startPasskey = (
  client: Client,
  { userId, token, clientId, name }: NewPasskey,
  signal: AbortSignal,
): Promise<Result<CreationRequest>> =>
  client.call({
    method: 'POST',
    path: '/start',
    json: { username: userId, keyname: name, tenantId: tenantOf(clientId) },
    auth: withToken(token),
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
    auth: withToken(token),
    schema: anyAnswer,
    signal,
  });

/** Common path of the calls below. */
const APP_PATH = '/data/portal/mobileapp/provision';

const fieldOf = async <Value, Field extends string>(
  answer: Promise<Result<Readonly<Record<Field, Value>>>>,
  field: Field,
): Promise<Result<Value>> => {
  const result = await answer;
  return result.ok ? success(result.value[field]) : result;
};

/** Requests the ak of a link to register the app. */
export const generateAk = async (
  client: Client,
  { userId, token }: RegistrationAuth,
  signal: AbortSignal,
): Promise<Result<string>> =>
  fieldOf(
    client.call({
      method: 'GET',
      path: apiPath(`${APP_PATH}/generation/{userId}`, { userId }),
      auth: withToken(token),
      schema: object({ ak: string() }),
      signal,
    }),
    'ak',
  );

/** Sends the link to the person's phone. */
export const sendProvisionLink = async (
  client: Client,
  { userId, token, ak, clientId }: RegistrationAuth & { readonly ak: string; readonly clientId: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: apiPath('/noti/mobileapp/provision/link/{tenant}', { tenant: tenantOf(clientId) }),
    json: { userId, ak, clientId },
    auth: withToken(token),
    schema: anyAnswer,
    signal,
  });

/**
 * Whether the app was registered by this registration.
 * @param time a cache breaker (rule 85)
 */
export const checkProvisioned = (
  client: Client,
  { userId, token, time }: RegistrationAuth & { readonly time: number },
  signal: AbortSignal,
): Promise<Result<boolean>> =>
  fieldOf(
    client.call({
      method: 'GET',
      path: APP_PATH,
      query: { userId, time: String(time) },
      auth: withToken(token),
      schema: object({ result: boolean() }),
      signal,
    }),
    'result',
  );

/** Requests a registration code, and the content of its QR code. */
export async function requestProvisionCode(
  client: Client,
  { userId, token, ip }: RegistrationAuth & { readonly ip: string },
  signal: AbortSignal,
): Promise<Result<RegistrationCode>> {
  const codeAnswer = await client.call({
    method: 'POST',
    path: `${APP_PATH}/qr`,
    json: { userId, ipAddress: ip },
    auth: withToken(token),
    schema: object({ authCode: string(), otp: string() }),
    signal,
  });
  if (!codeAnswer.ok) return codeAnswer;
  const { authCode, otp } = codeAnswer.value;
  const schemaAnswer = await client.call({
    method: 'GET',
    path: `${APP_PATH}/schema`,
    query: { authCode },
    auth: withToken(token),
    schema: object({ schema: string() }),
    signal,
  });
  return schemaAnswer.ok ? success({ authCode, otp, schema: schemaAnswer.value.schema }) : schemaAnswer;
}

/** Sends the client key that an offline app shows. */
export const sendClientKey = (
  client: Client,
  { userId, token, key }: RegistrationAuth & { readonly key: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: `${APP_PATH}/offline/code`,
    json: { userId, clientKey: key },
    auth: withToken(token),
    schema: anyAnswer,
    signal,
  });

/** The two values that the person compares with the phone (rule 107). */
export async function fetchOfflineCode(
  client: Client,
  { userId, token }: RegistrationAuth,
  signal: AbortSignal,
): Promise<Result<OfflineCode>> {
  const ak = await client.call({
    method: 'GET',
    path: apiPath(`${APP_PATH}/offline/code/{userId}`, { userId }),
    auth: withToken(token),
    schema: object({ ak: string() }),
    signal,
  });
  if (!ak.ok) return ak;
  const otp = await client.call({
    method: 'GET',
    path: apiPath(`${APP_PATH}/offline/otp/{userId}`, { userId }),
    auth: withToken(token),
    schema: object({ otp: string() }),
    signal,
  });
  return otp.ok ? success({ ak: ak.value.ak, otp: otp.value.otp }) : otp;
}

/** Registers the offline app after the person has compared the codes. */
export const registerOfflineApp = (
  client: Client,
  { userId, token, osType }: RegistrationAuth & { readonly osType: 'android' | 'ios' },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: `${APP_PATH}/offline`,
    json: { userId, osType },
    auth: withToken(token),
    schema: anyAnswer,
    signal,
  });

/** Issues a secret for a standard authenticator, which replaces a former one. */
export async function issueAppSecret(
  client: Client,
  { userId, token }: RegistrationAuth,
  signal: AbortSignal,
): Promise<Result<AppSecret>> {
  const secretAnswer = await client.call({
    method: 'POST',
    path: `${APP_PATH}/standard/secret`,
    json: { userId },
    auth: withToken(token),
    schema: object({ secret: string(), uri: string() }),
    signal,
  });
  return secretAnswer.ok
    ? success({ text: secretAnswer.value.secret, uri: secretAnswer.value.uri })
    : secretAnswer;
}

/** Registers a standard authenticator by a code that it shows. */
export const registerStandardApp = (
  client: Client,
  { userId, token, code }: RegistrationAuth & { readonly code: string },
  signal: AbortSignal,
): Promise<Result<unknown>> =>
  client.call({
    method: 'POST',
    path: `${APP_PATH}/standard`,
    json: { userId, otp: code },
    auth: withToken(token),
    schema: anyAnswer,
    signal,
  });
