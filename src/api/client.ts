import ky from 'ky';
import type { GenericSchema } from 'valibot';
import { failed, isServerAnswer, type Result, UNREACHABLE } from '#machines/shared/result.ts';
import { readAnswer } from '#src/api/answer.ts';
import { isDotted, isGenuine } from '#src/api/challenge.ts';
import type { ClientHooks, ClientOptions } from '#src/api/client-options.ts';
import { createIdempotencyKeys } from '#src/api/idempotency-keys.ts';
import type { NamedDecoder } from '#src/api/named-decoder.ts';
import { schemaOf } from '#src/api/schema-of.ts';
import { trackServerTime } from '#src/api/server-time.ts';
import { authHeaders, type CallAuth, endsSession } from '#src/api/session-token.ts';
import {
  CHALLENGE_HEADER,
  IDEMPOTENCY_HEADER,
  LANGUAGE_HEADER,
  REDIRECT_PAGE_ERROR,
  REDIRECT_PAGE_HEADER,
} from '#wire/names.ts';
import type { PageCall, SendCall } from '#wire/server-portal.ts';

/** Maximum duration of a call, until the whole body has arrived, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Sends calls over the network with the library ky, without retries. `base` is the origin or path of the server. */
export const sendWithKy =
  ({ timeoutMs = TIMEOUT_MS, base = '/' } = {}): SendCall =>
  async ({ method, path, headers, query, json, signal }) => {
    const response = ky(path, {
      prefix: base,
      method,
      credentials: 'include',
      headers,
      retry: 0,
      throwHttpErrors: false,
      timeout: false,
      totalTimeout: timeoutMs,
      ...(query && { searchParams: query }),
      ...(json && { json }),
      ...(signal && { signal }),
    });
    const { status, headers: answerHeaders } = await response;
    return { status, headers: answerHeaders, body: await response.text() };
  };

type Call<Value> = Omit<PageCall, 'headers'> & {
  /** The token of the call; undefined for the stored access token. */
  readonly auth?: CallAuth;
  /** Decodes the answer. */
  readonly schema: GenericSchema<unknown, Value> | NamedDecoder<Value>;
};

export type Client = {
  /**
   * Makes one call, without retries. A refusal or failure is a value of the result, not an exception (rule 07).
   * @throws the reason of `signal` if it is aborted; then no hook is called.
   */
  readonly call: <Value>(call: Call<Value>) => Promise<Result<Value>>;
};

/** Whether a call changes something and so needs an idempotency key. `GET /mobileapp/qr` creates a QR code. */
const needsIdempotencyKey = ({ method, path }: Pick<Call<unknown>, 'method' | 'path'>): boolean =>
  method !== 'GET' || path === '/mobileapp/qr';

/** Whether an answer requests the error page with its redirect header (rule 01). */
const redirectsToErrorPage = (headers: Headers): boolean =>
  headers.get(REDIRECT_PAGE_HEADER)?.trim().toLowerCase() === REDIRECT_PAGE_ERROR;

const isUnauthorized = (answer: Result<unknown>): boolean =>
  !answer.ok && answer.failure.kind !== 'unreachable' && answer.failure.status === 401;

/**
 * Removes the message of the server from a refusal, because the message is in the language before a language change.
 * The page then shows its own text for the error code.
 */
function withoutMessage<Value>(answer: Result<Value>): Result<Value> {
  if (answer.ok || answer.failure.kind !== 'rejected') return answer;
  return failed({ ...answer.failure, message: '' });
}

/** Creates the client of all API calls (spec section 1). */
export function createClient(hooks: ClientHooks, options: ClientOptions = {}): Client {
  const { now = Date.now, elapsed = () => performance.now(), send = sendWithKy() } = options;
  const serverTime = trackServerTime({ wallNow: now, elapsed, skewMs: hooks.skewMs });
  const idempotencyKeys = createIdempotencyKeys(elapsed);

  /** Synchronises the clock and checks the challenge token. Returns why the answer leads to /error; otherwise null. */
  function readHeaders(headers: Headers, body: string, sentAt: number): 'header' | 'challenge' | null {
    serverTime.sync(headers.get('Date'));
    const token = headers.get(CHALLENGE_HEADER);
    if (token !== null) {
      const key = hooks.challengeKey();
      hooks.onChallenge(token);
      const answer = { token, key, body, sentAt, now: serverTime.now() };
      if (isDotted(token) && !isGenuine(answer)) return 'challenge';
    }
    return redirectsToErrorPage(headers) ? 'header' : null;
  }

  async function call<Value>(request: Call<Value>): Promise<Result<Value>> {
    const { auth, schema: schemaOrDecoder, ...sentCall } = request;
    const { method, path, query, json, signal } = sentCall;
    const schema = schemaOf(schemaOrDecoder);
    const sentAt = serverTime.now();
    const startedAt = now();
    const storedToken = hooks.accessToken();
    const language = hooks.language();
    const callContent = JSON.stringify([method, path, query, json, auth ?? storedToken]);
    const keyedRequest = needsIdempotencyKey(request) ? idempotencyKeys.begin(callContent) : null;
    const headers = {
      Accept: 'application/json',
      [LANGUAGE_HEADER]: language,
      ...authHeaders(auth, storedToken),
      ...(keyedRequest && { [IDEMPOTENCY_HEADER]: keyedRequest.key }),
    };
    const response = await send({ ...sentCall, headers }).catch(() => null);
    signal?.throwIfAborted();
    if (!response) return failed(UNREACHABLE);
    const { status, body } = response;
    const errorReason = readHeaders(response.headers, body, sentAt);
    if (errorReason) {
      hooks.onErrorPage(errorReason);
      return failed({ kind: 'malformed', status });
    }
    const canBeEmpty = method === 'DELETE' || status === 204;
    const answer = readAnswer({ httpStatus: status, body, canBeEmpty }, schema);
    if (answer.ok || isServerAnswer(answer.failure)) {
      keyedRequest?.end();
      hooks.onAnswer(startedAt);
    }
    if (isUnauthorized(answer) && endsSession(request, storedToken)) hooks.onSessionExpired();
    return hooks.language() === language ? answer : withoutMessage(answer);
  }

  return { call };
}
