import { array, number, object, optional, string } from 'valibot';
import type { LoginResult } from '#machines/shared/domain.ts';
import type { Result } from '#machines/shared/result.ts';
import type { Client } from '#src/api/client.ts';
import { loginResult } from '#src/api/decode/login-result.ts';
import type { OpenSignIns } from '#wire/open-sign-ins.ts';

const OPEN_SIGN_INS_PATH = '/data/portal/open-sign-ins';

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

/** A login that waits until other sign-ins have ended. */
type HeldLogin = { readonly token: string };

const authOf = ({ token }: HeldLogin) => ({ header: 'Authorization', token }) as const;

/** Fetches the person's sign-ins in other browsers (rule 251). */
export const fetchSignIns = (
  client: Client,
  login: HeldLogin,
  signal: AbortSignal,
): Promise<Result<OpenSignIns>> =>
  client.call({ method: 'GET', path: OPEN_SIGN_INS_PATH, auth: authOf(login), schema: openSignIns, signal });

/**
 * Ends sign-ins in other browsers, and completes the login that waits for their end.
 * @param sessionIds the sign-ins that end
 */
export const endSignIns = (
  client: Client,
  { sessionIds, ...login }: HeldLogin & { readonly sessionIds: readonly string[] },
  signal: AbortSignal,
): Promise<Result<LoginResult>> =>
  client.call({
    method: 'POST',
    path: `${OPEN_SIGN_INS_PATH}/end`,
    json: { ends: sessionIds },
    auth: authOf(login),
    schema: loginResult,
    signal,
  });
