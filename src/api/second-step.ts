import type { QrCheck } from '#machines/shared/domain.ts';
import type { PasskeyRequest } from '#machines/shared/passkey.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { assertionRequest } from '#src/api/decode/assertion-request.ts';
import { anyAnswer, checkAnswer } from '#src/api/decode/push.ts';
import { type QrCode, qrCheck, qrCode } from '#src/api/decode/qr.ts';
import { apiPath } from '#src/api/path.ts';
import type { CallAuth } from '#src/api/session-token.ts';
import { AUTH_HEADER } from '#wire/names.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

/** Sends the token of the second step in addition to the stored access token (rule 11). */
const authOf = (secondToken: string): CallAuth => ({
  header: AUTH_HEADER,
  token: secondToken,
  storedTokenHeader: 'Authorization',
});

type Push = { readonly pushId: string; readonly secondToken: string };

/** Polls a push of the second step. */
export const checkSecondPush = (
  client: Client,
  { pushId, secondToken }: Push,
  signal: AbortSignal,
): Promise<Result<string>> =>
  client.call({
    method: 'GET',
    path: apiPath('/data/mobileapp/push/check/{pushId}', { pushId }),
    auth: authOf(secondToken),
    schema: checkAnswer,
    signal,
  });

/** Withdraws a push of the second step. */
export const withdrawSecondPush = (
  client: Client,
  { pushId, secondToken }: Push,
  signal: AbortSignal,
): Promise<Result<undefined>> =>
  client.call({
    method: 'DELETE',
    path: apiPath('/data/mobileapp/push/{pushId}', { pushId }),
    auth: authOf(secondToken),
    schema: anyAnswer,
    signal,
  });

/** Requests a QR code of the second step, which only this person may approve. */
export const requestSecondQr = (
  client: Client,
  { userId, appName }: { readonly userId: string; readonly appName: string },
  signal: AbortSignal,
): Promise<Result<QrCode>> =>
  client.call({ method: 'GET', path: '/mobileapp/qr', query: { userId, appName }, schema: qrCode, signal });

/** Polls a QR code of the second step. Rejects with PathValueError if its ID cannot be a path segment. */
export const checkSecondQr = async (
  client: Client,
  { qrId, secondToken }: { readonly qrId: string; readonly secondToken: string },
  signal: AbortSignal,
): Promise<Result<QrCheck>> =>
  client.call({
    method: 'GET',
    path: apiPath('/data/mobileapp/qr/check/{qrId}', { qrId }),
    auth: authOf(secondToken),
    schema: qrCheck,
    signal,
  });

/** Starts an assertion of the second step (rule 90). */
export const startSecondAssertion = (
  client: Client,
  { clientId, userId }: { readonly clientId: string; readonly userId: string },
  signal: AbortSignal,
): Promise<Result<PasskeyRequest>> =>
  client.call({
    method: 'POST',
    path: '/auth/oauth2/mfa/check',
    json: { userId, otpTypeCode: TYPE_CODES.passkey, portalType: 'user', fidoStatus: 'start', clientId },
    schema: assertionRequest,
    signal,
  });

/** Sets the default method of the person who has signed in, or removes it (spec section 9). */
export const saveDefault = (
  client: Client,
  {
    type,
    userId,
    code,
    token,
  }: {
    /** The type of the session (spec section 3). */
    readonly type: string;
    readonly userId: string;
    /** The type code of the method; empty to remove the default. */
    readonly code: string;
    /** The token of a registration. In a login it is undefined, and the stored access token is sent (rule 205). */
    readonly token?: string;
  },
  signal: AbortSignal,
): Promise<Result<undefined>> =>
  client.call({
    method: 'POST',
    path: '/data/portal/default',
    json: { type, userId, default: code },
    ...(token !== undefined && { auth: { header: 'Authorization', token } as const }),
    schema: anyAnswer,
    signal,
  });
