import type { Account } from '#machines/shared/domain.ts';
import type { ContactType } from '#machines/shared/password-steps.ts';
import { failed, type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { account } from '#src/api/decode/account.ts';
import { sendResult } from '#src/api/decode/sent.ts';
import { apiPath } from '#src/api/path.ts';
import type { TypeCode } from '#wire/type-codes.ts';

type Subject = { readonly userId: string; readonly clientId: string };

/** The masked contacts of a person. Rejects with PathValueError for an ID that cannot be in a path. */
export const fetchAccountInfo = async (
  client: Client,
  { userId, clientId }: Subject,
  signal: AbortSignal,
): Promise<Result<Account>> =>
  client.call({
    method: 'GET',
    path: apiPath('/data/sso/accounts/{userId}/account-info', { userId }),
    query: { clientId },
    schema: account,
    signal,
  });

export type Verification = Subject & {
  readonly lastName: string;
  readonly firstName: string;
  readonly info: string;
  readonly type: ContactType;
};

/**
 * Verifies names and a contact against the account. Rejects with PathValueError for an ID that cannot be in
 * a path.
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

/** Ends the identity check with a code, or with an approved push. */
export async function checkIdentity(
  client: Client,
  {
    userId,
    clientId,
    otp,
    otpTypeCode,
    token,
  }: Subject & {
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
