import type { Account } from '#machines/shared/domain.ts';
import type { ContactType } from '#machines/shared/password-steps.ts';
import { failed, type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { account } from '#src/api/decode/account.ts';
import { sendResult } from '#src/api/decode/sent.ts';
import { apiPath } from '#src/api/path.ts';
import type { TypeCode } from '#wire/type-codes.ts';

type PersonAtService = { readonly userId: string; readonly clientId: string };

/** Fetches the masked contacts of a person. Rejects with PathValueError if the user ID cannot be a path segment. */
export const fetchAccountInfo = async (
  client: Client,
  { userId, clientId }: PersonAtService,
  signal: AbortSignal,
): Promise<Result<Account>> =>
  client.call({
    method: 'GET',
    path: apiPath('/data/sso/accounts/{userId}/account-info', { userId }),
    query: { clientId },
    schema: account,
    signal,
  });

/** The values with which a person identifies before an identity check. */
export type Verification = PersonAtService & {
  readonly lastName: string;
  readonly firstName: string;
  /** The whole telephone number or mail address. */
  readonly info: string;
  readonly type: ContactType;
};

/**
 * Compares names and a contact with the account of the person. Rejects with PathValueError if the user ID cannot be a
 * path segment.
 */
export const verifyPerson = async (
  client: Client,
  { userId, clientId, lastName, firstName, info, type }: Verification,
  signal: AbortSignal,
): Promise<Result<Account>> =>
  client.call({
    method: 'POST',
    path: apiPath('/data/sso/accounts/{userId}/verification', { userId }),
    json: { clientId, lastName, firstName, info, type },
    schema: account,
    signal,
  });

/** Completes the identity check with a code, or with an approved push. `otp`: the code or the ID of the push. */
export async function checkIdentity(
  client: Client,
  {
    userId,
    clientId,
    otp,
    otpTypeCode,
    token,
  }: PersonAtService & {
    readonly otp: string;
    readonly otpTypeCode: TypeCode;
    readonly token: string;
  },
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const answer = await client.call({
    method: 'POST',
    path: '/auth/oauth2/mfa/check',
    json: { userId, clientId, otp, selfAuthFlag: 'Y', otpTypeCode },
    auth: { header: 'Authorization', token },
    schema: sendResult,
    signal,
  });
  if (!answer.ok) return answer;
  const { result, message } = answer.value;
  return result
    ? success(undefined)
    : failed({ kind: 'rejected', status: 200, code: '', message, details: {} });
}
