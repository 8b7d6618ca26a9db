import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { accessToken } from '#src/api/decode/access-token.ts';
import { checkAnswer, taken } from '#src/api/decode/push.ts';
import { apiPath } from '#src/api/path.ts';

type Subject = { readonly userId: string; readonly clientId: string };
type Identified = Subject & { readonly token: string };

const bearer = (token: string) => ({ header: 'Authorization', token }) as const;

/** The password once more, which lets the identity check begin with a token (decision 175). */
export const logInAgain = (
  client: Client,
  {
    userId,
    clientId,
    policyId,
    password,
  }: Subject & { readonly policyId: string; readonly password: string },
  signal: AbortSignal,
): Promise<Result<string>> =>
  client.call({
    method: 'POST',
    path: '/login/password',
    json: { userId, userPassword: password, clientId, selfAuthFlag: 'Y', policyId },
    schema: accessToken,
    signal,
  });

type Push = Identified & { readonly pushId: string };

/** @param now epoch milliseconds, which break caches and nothing else (decision 85) */
export const askIdentityPush = (
  client: Client,
  { pushId, clientId, token }: Push,
  now: number,
  signal: AbortSignal,
): Promise<Result<string>> =>
  client.call({
    method: 'GET',
    path: apiPath('/data/sso/mobileapp/push/check/{pushId}', { pushId }),
    query: { time: String(now), clientId },
    auth: bearer(token),
    schema: checkAnswer,
    signal,
  });

export const withdrawIdentityPush = (
  client: Client,
  { pushId, clientId, token }: Push,
  signal: AbortSignal,
): Promise<Result<undefined>> =>
  client.call({
    method: 'DELETE',
    path: apiPath('/data/sso/mobileapp/push/{pushId}', { pushId }),
    query: { clientId },
    auth: bearer(token),
    schema: taken,
    signal,
  });
