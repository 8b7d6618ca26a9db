import type { Channel } from '#machines/shared/methods.ts';
import { failed, type Result, success } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { accessToken } from '#src/api/decode/access-token.ts';
import { sendResult } from '#src/api/decode/sent.ts';

const PATHS: Readonly<Record<Channel, string>> = {
  sms: '/auth/oauth2/send/sms',
  internalMail: '/auth/oauth2/send/inmail',
  privateMail: '/auth/oauth2/send/exmail',
};

type Subject = { readonly userId: string; readonly clientId: string };

/** Requests an access token for this session; before a login it only allows sending codes (rule 64). */
export const fetchAccessToken = (
  client: Client,
  { userId, clientId }: Subject,
  signal: AbortSignal,
): Promise<Result<string>> =>
  client.call({
    method: 'POST',
    path: '/token/access',
    json: { userId, clientId },
    schema: accessToken,
    signal,
  });

export type CodeRequest = Subject & {
  readonly channel: Channel;
  readonly token: string;
  /** A localised purpose; the server composes the message itself (rule 80). */
  readonly purpose: string;
};

/** Requests a code. A `result` of false is a refusal in the server's own words (spec section 7). */
export async function requestCode(
  client: Client,
  { channel, token, userId, clientId, purpose }: CodeRequest,
  signal: AbortSignal,
): Promise<Result<undefined>> {
  const answer = await client.call({
    method: 'POST',
    path: PATHS[channel],
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
