import { array, number, object, optional, string } from 'valibot';
import type { LoginResult } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { loginResult } from '#src/api/decode/login-result.ts';
import type { OpenSignIns } from '#wire/open-sign-ins.ts';

const PATH = '/data/portal/open-sign-ins';

const openSignIns = object({
  signIns: array(
    object({
      sessionId: string(),
      browser: optional(string(), ''),
      addressRange: optional(string(), ''),
      startedAt: number(),
      lastSeenAt: number(),
    }),
  ),
  limit: number(),
  leastEnds: number(),
});

type WaitingLogin = { readonly token: string };

const authOf = ({ token }: WaitingLogin) => ({ header: 'Authorization', token }) as const;

/** The person's sign-ins in other browsers (rule 251). */
export const fetchSignIns = (
  client: Client,
  login: WaitingLogin,
  signal: AbortSignal,
): Promise<Result<OpenSignIns>> =>
  client.call({ method: 'GET', path: PATH, auth: authOf(login), schema: openSignIns, signal });

/** Ends the sign-ins of these session IDs and completes the login that waits for it. */
export const endSignIns = (
  client: Client,
  { sessionIds, ...login }: WaitingLogin & { readonly sessionIds: readonly string[] },
  signal: AbortSignal,
): Promise<Result<LoginResult>> =>
  client.call({
    method: 'POST',
    path: `${PATH}/end`,
    json: { ends: sessionIds },
    auth: authOf(login),
    schema: loginResult,
    signal,
  });
