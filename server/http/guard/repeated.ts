import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { answeredBytes, goodAnswer } from '#server/http/answer.ts';
import type { Env } from '#server/http/env.ts';
import type { Portal } from '#server/login/portal.ts';
import { Refusal } from '#server/login/refusal.ts';
import { sessionCookie } from '#server/storage/sessions/cookie.ts';
import { CHALLENGE_HEADER, IDEMPOTENCY_HEADER } from '#wire/names.ts';
import { challengeToken, newNonce } from './challenge.ts';

const NAME = /^[\w-]{16,64}$/;
const SERVER_ERROR = 500;

type Outcome = {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  /** In base64. */
  readonly body: string;
  readonly cookies: readonly string[];
  readonly challengeKey: string;
};

const outcomeText = (outcome: Outcome): string => JSON.stringify(outcome);

const JSON_TYPE = [['content-type', 'application/json']] as const;

const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * Gives the same submission of the same session the same outcome for a minute, and does and counts nothing again: a
 * person whose answer was lost presses once more. The id that the session had then counts for this, though it may have
 * been replaced by the very answer that was lost.
 */
export function repeatSubmissions({
  config,
  now,
  random,
  submissions,
}: Pick<Portal, 'config' | 'now' | 'random' | 'submissions'>) {
  const cookie = sessionCookie(config.publicUrl);

  const repeat = ({ status, headers, body, challengeKey }: Outcome): Response => {
    const bytes = new Uint8Array(Buffer.from(body, 'base64'));
    const copy = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
    copy.set(CHALLENGE_HEADER, challengeToken(challengeKey, newNonce(random), now(), bytes));
    return new Response(bytes, { status, headers: copy });
  };

  return createMiddleware<Env>(async (c, next) => {
    const key = c.req.header(IDEMPOTENCY_HEADER);
    if (key === undefined) return next();
    if (!NAME.test(key)) throw new Refusal(400, 'malformed');
    const visit = c.get('visit');
    const session = await visit.session();
    const idHash = hashOf(cookie.read(c.req.header('cookie') ?? ''));
    const names = {
      byId: hashOf('id', idHash, key),
      bySession: session && hashOf('session', String(session.key), key),
    };
    const { search, pathname } = new URL(c.req.url);
    const content = hashOf(c.req.method, pathname, search, await c.req.text());
    const claim = await submissions.claim(names, { key, idHash, content });
    if (!claim.isNew) {
      if (claim.kept === 'other') throw new Refusal(422, 'otherSubmission');
      const earlier = JSON.parse(claim.kept.outcome) as Outcome;
      if (claim.kept.idHash === idHash) visit.addCookies(earlier.cookies);
      return repeat(earlier);
    }
    const { held } = claim;
    if (!session || !held) return next();

    const { challengeKey } = session;
    let isSettled = false;
    visit.press = {
      ...held,
      async settle(fields, cookies) {
        const body = Buffer.from(JSON.stringify(goodAnswer(fields))).toString('base64');
        const all = [...visit.cookies(), ...cookies];
        await held.settle(outcomeText({ status: 200, headers: JSON_TYPE, body, cookies: all, challengeKey }));
        isSettled = true;
      },
    };
    await next();
    const { status, headers } = c.res;
    if (status >= SERVER_ERROR) return await held.release();
    if (isSettled) return;
    const body = Buffer.from(await answeredBytes(c)).toString('base64');
    const cookies = visit.cookies();
    await held.settle(outcomeText({ status, headers: [...headers], body, cookies, challengeKey }));
  });
}
