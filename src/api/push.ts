import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { anyAnswer, checkAnswer, type PushAnswer, pushAnswer } from '#src/api/decode/push.ts';
import { apiPath } from '#src/api/path.ts';

export type PushRequest = {
  readonly userId: string;
  readonly clientId: string;
  /** The public IP address of this device (rule 10). */
  readonly ip: string;
  /** The purpose of the push in the shown language. The server composes the text of the push itself (rule 80). */
  readonly content: string;
  /** The token of an identity check. If it is undefined, the call sends the stored access token, as in a login. */
  readonly token?: string;
};

/** Sends a push to the mobile app. */
export const requestPush = (
  client: Client,
  { userId, clientId, ip, content, token }: PushRequest,
  signal: AbortSignal,
): Promise<Result<PushAnswer>> =>
  client.call({
    method: 'POST',
    path: apiPath('/mobileapp/push/{userId}', { userId }),
    query: { clientId, ip },
    json: { userId, clientId, content },
    ...(token !== undefined && { auth: { header: 'Authorization', token } as const }),
    schema: pushAnswer,
    signal,
  });

type Push = { readonly pushId: string; readonly clientId: string };

/**
 * Polls a push. Resolves to `X` while the person has not answered it, `A` if it was approved, and `O` in any other
 * case.
 * @param now the time in epoch milliseconds, which only prevents cached answers (rule 85)
 */
export const checkPush = (
  client: Client,
  { pushId, clientId }: Push,
  now: number,
  signal: AbortSignal,
): Promise<Result<string>> =>
  client.call({
    method: 'GET',
    path: apiPath('/data/sso/mobileapp/push/check/{pushId}', { pushId }),
    query: { time: String(now), clientId },
    schema: checkAnswer,
    signal,
  });

/** Withdraws a push. */
export const withdrawPush = (
  client: Client,
  { pushId, clientId }: Push,
  signal: AbortSignal,
): Promise<Result<undefined>> =>
  client.call({
    method: 'DELETE',
    path: apiPath('/data/sso/mobileapp/push/{pushId}', { pushId }),
    query: { clientId },
    schema: anyAnswer,
    signal,
  });
