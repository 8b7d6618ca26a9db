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

const KEY = /^[\w-]{16,64}$/;

export const isIdempotencyKey = (text: string): boolean => KEY.test(text);

const SERVER_ERROR = 500;

type ReplayedAnswer = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** In base64. */
  readonly body: string;
  readonly cookies: readonly string[];
  readonly challengeKey: string;
};

const outcomeText = (outcome: ReplayedAnswer): string => JSON.stringify(outcome);

const JSON_TYPE = [['content-type', 'application/json']] as const;

/** One hash of several parts. */
export const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * Answers requests with the same idempotency key of the same session alike for a minute, without executing or
 * counting the later ones: a person whose answer was lost repeats the request. A session is also recognised by the id that
 * it had at the first request, since the lost answer may have replaced that id.
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
    const id = cookie.read(c.req.header('cookie') ?? '');
    const idHash = hashOf(id);
    const { search, pathname } = new URL(c.req.url);
    const content = hashOf(c.req.method, pathname, search, await c.req.text());
    const keys = { byId: hashOf('id', idHash, key), bySessionPrefix: `${hashOf('session', key)}-` };
    const { session, claim } = await idempotentRequests.claimInSession(
      { ...keys, storedIdHash: sessionIdHash(id), readSession: requestSession.session },
      { idempotencyKey: key, sessionIdHash: idHash, content },
    );
    if (!claim.isNew) {
      if (claim.stored === 'other') throw new Refusal(422, 'otherSubmission');
      const earlier = JSON.parse(claim.stored.outcome) as ReplayedAnswer;
      if (claim.stored.sessionIdHash === idHash) requestSession.addCookies(earlier.cookies);
      return replay(earlier);
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
          outcomeText({ status: 200, headers: JSON_TYPE, body, cookies: allCookies, challengeKey }),
        );
        isSettled = true;
      },
    };
    await asIdempotentRequest(request, next);
    const { status, headers } = c.res;
    if (status >= SERVER_ERROR) return await claimed.release();
    if (isSettled) return;
    const body = Buffer.from(await responseBytes(c)).toString('base64');
    const cookies = requestSession.cookies();
    await claimed.settle(outcomeText({ status, headers: [...headers], body, cookies, challengeKey }));
  });
}
