import type { Channel } from '#machines/shared/methods.ts';
import { failed, type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { accessToken } from '#src/api/decode/access-token.ts';
import { sendResult } from '#src/api/decode/sent.ts';

const SEND_PATHS: Readonly<Record<Channel, string>> = {
  sms: '/auth/oauth2/send/sms',
  internalMail: '/auth/oauth2/send/inmail',
  privateMail: '/auth/oauth2/send/exmail',
};

type PersonAtService = { readonly userId: string; readonly clientId: string };

/** Requests an access token for this session. Before a login, the token only allows calls that send codes (rule 64). */
export const fetchAccessToken = (
  client: Client,
  { userId, clientId }: PersonAtService,
  signal: AbortSignal,
): Promise<Result<string>> =>
  client.call({
    method: 'POST',
    path: '/token/access',
    json: { userId, clientId },
    schema: accessToken,
    signal,
  });

export type CodeRequest = PersonAtService & {
  readonly channel: Channel;
  readonly token: string;
  /** The purpose of the code in the shown language. The server composes the message itself (rule 80). */
  readonly purpose: string;
};

/**
 * Has the server send a code. An answer with `result: false` is a refusal with a message of the server (spec section
 * 7).
 */
export async function requestCode(
  client: Client,
  { channel, token, userId, clientId, purpose }: CodeRequest,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const answer = await client.call({
    method: 'POST',
    path: SEND_PATHS[channel],
    json: { userId, clientId, content: purpose },
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
