import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { responseBytes, successBody } from '#server/http/answer.ts';
import type { Env } from '#server/http/env.ts';
import type { Portal } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { asIdempotentRequest, type IdempotentRequest } from '#server/storage/idempotency/steps.ts';
import { sessionCookie } from '#server/storage/sessions/cookie.ts';
import { sessionIdHash } from '#server/storage/sessions/sessions.ts';
import { CHALLENGE_HEADER, IDEMPOTENCY_HEADER } from '#wire/names.ts';
import { challengeToken, newNonce } from './challenge.ts';

const KEY_FORMAT = /^[\w-]{16,64}$/;

export const isIdempotencyKey = (text: string): boolean => KEY_FORMAT.test(text);

const MIN_SERVER_ERROR = 500;

type ReplayedAnswer = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** The body in base64. */
  readonly body: string;
  readonly cookies: readonly string[];
  readonly challengeKey: string;
};

const serializeAnswer = (answer: ReplayedAnswer): string => JSON.stringify(answer);

const JSON_HEADERS = [['content-type', 'application/json']] as const;

/** A hash over several texts, in which the boundaries between the texts count. */
export const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * Gives a repeated request the answer of the first request, without executing or counting the repetition, for a minute:
 * a person whose answer was lost repeats the request. A repetition has the same idempotency key and the same session.
 * The session is also recognised by its ID at the first request, because the lost answer may have replaced that ID.
 */
export function answerIdempotently({
  config,
  now,
  random,
  idempotentRequests,
}: Pick<Portal, 'config' | 'now' | 'random' | 'idempotentRequests'>) {
  const cookie = sessionCookie(config.publicUrl);

  const replay = ({ status, headers, body, challengeKey }: ReplayedAnswer): Response => {
    const bytes = new Uint8Array(Buffer.from(body, 'base64'));
    const answerHeaders = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
    answerHeaders.set(CHALLENGE_HEADER, challengeToken(challengeKey, newNonce(random), now(), bytes));
    return new Response(bytes, { status, headers: answerHeaders });
  };

  return createMiddleware<Env>(async (c, next) => {
    const key = c.req.header(IDEMPOTENCY_HEADER);
    if (key === undefined) return next();
    if (!isIdempotencyKey(key)) throw new Refusal(400, 'malformed');
    const requestSession = c.get('requestSession');
    const sessionId = cookie.read(c.req.header('cookie') ?? '');
    const idHash = hashOf(sessionId);
    const { search, pathname } = new URL(c.req.url);
    const contentHash = hashOf(c.req.method, pathname, search, await c.req.text());
    const keys = { byId: hashOf('id', idHash, key), bySessionPrefix: `${hashOf('session', key)}-` };
    const { session, claim } = await idempotentRequests.claimInSession(
      { ...keys, storedIdHash: sessionIdHash(sessionId), readSession: requestSession.session },
      { idempotencyKey: key, sessionIdHash: idHash, content: contentHash },
    );
    if (!claim.isNew) {
      if (claim.stored === 'other') throw new Refusal(422, 'otherSubmission');
      const earlierAnswer = JSON.parse(claim.stored.outcome) as ReplayedAnswer;
      if (claim.stored.sessionIdHash === idHash) requestSession.addCookies(earlierAnswer.cookies);
      return replay(earlierAnswer);
    }
    const { claimed } = claim;
    if (!session || !claimed) return next();

    const { challengeKey } = session;
    let isSettled = false;
    const request: IdempotentRequest = {
      ...claimed,
      async settle(fields, cookies) {
        const body = Buffer.from(JSON.stringify(successBody(fields))).toString('base64');
        const allCookies = [...requestSession.cookies(), ...cookies];
        await claimed.settle(
          serializeAnswer({ status: 200, headers: JSON_HEADERS, body, cookies: allCookies, challengeKey }),
        );
        isSettled = true;
      },
    };
    await asIdempotentRequest(request, next);
    const { status, headers } = c.res;
    if (status >= MIN_SERVER_ERROR) return await claimed.release();
    if (isSettled) return;
    const body = Buffer.from(await responseBytes(c)).toString('base64');
    const cookies = requestSession.cookies();
    await claimed.settle(serializeAnswer({ status, headers: [...headers], body, cookies, challengeKey }));
  });
}
