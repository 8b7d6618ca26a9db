import ky from 'ky';
import type { GenericSchema } from 'valibot';
import { failed, isServerAnswer, type Result, UNREACHABLE } from '#machines/shared/result.ts';
import { readAnswer } from '#src/api/answer.ts';
import { isDotted, isGenuine } from '#src/api/challenge.ts';
import { NAMED_DECODERS } from '#src/api/decode/named-decoders.ts';
import { createIdempotencyKeys } from '#src/api/idempotency-keys.ts';
import type { NamedDecoder } from '#src/api/named-decoder.ts';
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

/** Time limit of a call including its body, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** Sends calls over the network, to the page's own origin unless `base` is set. Nothing is repeated. */
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

/** Connects the client to the session values. */
export type ClientHooks = {
  /** The locale for X-Language. */
  readonly language: () => string;
  /** The stored access token; empty when there is none. */
  readonly accessToken: () => string;
  /** Key of the challenge check (rule 05); empty when there is none. */
  readonly challengeKey: () => string;
  /** Server clock minus device clock when the page was loaded, in milliseconds (rule 06). */
  readonly skewMs: () => number;
  /** Stores the newest challenge token; one without a dot is also the new key (rule 05). */
  readonly onChallenge: (token: string) => void;
  /** The answer has the redirect header or fails the challenge check: navigate to /error (rules 01, 04, 167). */
  readonly onErrorPage: (reason: 'header' | 'challenge') => void;
  /** The server has answered, with whatever status, a call made at `sentAt` (epoch milliseconds). */
  readonly onAnswer: (sentAt: number) => void;
  /** A call with the stored token was answered with 401 (rule 134). */
  readonly onSessionExpired: () => void;
};

export type ClientOptions = {
  /** The device's clock, in epoch milliseconds. */
  readonly now?: () => number;
  /** A monotonic clock of the device, in milliseconds. */
  readonly elapsed?: () => number;
  /** Sends the calls: over the network unless set. */
  readonly send?: SendCall;
};

type Call<Value> = Omit<PageCall, 'headers'> & {
  readonly auth?: CallAuth;
  readonly schema: GenericSchema<unknown, Value> | NamedDecoder<Value>;
};

export type Client = {
  /**
   * Makes one call; nothing is repeated. Refusals and failures are data (rule 07).
   * @throws the reason of `signal` once it is aborted: no hook is called any more.
   */
  readonly call: <Value>(call: Call<Value>) => Promise<Result<Value>>;
};

/** Whether a call changes something and so needs an idempotency key. Requesting a QR code does, although it is a GET. */
const needsIdempotencyKey = ({ method, path }: Pick<Call<unknown>, 'method' | 'path'>): boolean =>
  method !== 'GET' || path === '/mobileapp/qr';

const redirectsToErrorPage = (headers: Headers): boolean =>
  headers.get(REDIRECT_PAGE_HEADER)?.trim().toLowerCase() === REDIRECT_PAGE_ERROR;

const isUnauthorized = (answer: Result<unknown>): boolean =>
  !answer.ok && answer.failure.kind !== 'unreachable' && answer.failure.status === 401;

/**
 * Drops the server's message, for a language that has changed since the request: the text of the code replaces it.
 */
function withoutMessage<Value>(answer: Result<Value>): Result<Value> {
  if (answer.ok || answer.failure.kind !== 'rejected') return answer;
  return failed({ ...answer.failure, message: '' });
}

/** The schema that decodes an answer: the schema itself, or the one that `namedDecoder` names. */
export const schemaOf = <Value>(
  schemaOrDecoder: GenericSchema<unknown, Value> | NamedDecoder<Value>,
): GenericSchema<unknown, Value> =>
  // `namedDecoder` has typed the named decoder.
  'decoder' in schemaOrDecoder
    ? (NAMED_DECODERS[schemaOrDecoder.decoder] as GenericSchema<unknown, unknown> as GenericSchema<
        unknown,
        Value
      >)
    : schemaOrDecoder;

/** The client of every API call (spec section 1). Its base path is `/`. */
export function createClient(hooks: ClientHooks, options: ClientOptions = {}): Client {
  const { now = Date.now, elapsed = () => performance.now(), send = sendWithKy() } = options;
  const serverTime = trackServerTime({ wallNow: now, elapsed, skewMs: hooks.skewMs });
  const idempotencyKeys = createIdempotencyKeys(elapsed);

  function errorPageReason(headers: Headers, body: string, sentAt: number): 'header' | 'challenge' | null {
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
    const content = JSON.stringify([method, path, query, json, auth ?? storedToken]);
    const keyedRequest = needsIdempotencyKey(request) ? idempotencyKeys.begin(content) : null;
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
    const errorReason = errorPageReason(response.headers, body, sentAt);
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
