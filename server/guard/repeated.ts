import { createHash } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import type { Env } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { Portal } from '#server/portal.ts';
import { sessionCookie } from '#server/session/cookie.ts';
import { CHALLENGE_HEADER, IDEMPOTENCY_HEADER } from '#wire/names.ts';
import { challengeToken, newNonce } from './challenge.ts';

/** How long a submission keeps its outcome (decision 222). */
const REMEMBERED_MS = 60_000;

/** Submissions that are kept at a time; the oldest go first. */
const MOST = 10_000;

const NAME = /^[\w-]{16,64}$/;
const SERVER_ERROR = 500;

type Outcome = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ArrayBuffer;
  readonly cookies: readonly string[];
  readonly challengeKey: string;
};

type Submission = {
  readonly at: number;
  /** Hash of the session id that it came with. */
  readonly idHash: string;
  /** Hash of everything that was sent. */
  readonly content: string;
  /** Null when the server itself was in trouble: then it is tried again. */
  readonly outcome: Promise<Outcome | null>;
};

const hashOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/**
 * Gives the same submission of the same session the same outcome for a minute, and does and counts nothing again: a
 * person whose answer was lost presses once more. The id that the session had then counts for this, though it may have
 * been replaced by the very answer that was lost.
 */
export function repeatSubmissions({ config, now, random }: Pick<Portal, 'config' | 'now' | 'random'>) {
  const cookie = sessionCookie(config.publicUrl);
  const kept = new Map<string, Submission>();

  const forgetOld = (): void => {
    for (const [name, { at }] of kept) {
      if (now() - at <= REMEMBERED_MS && kept.size <= MOST) return;
      kept.delete(name);
    }
  };

  const repeat = ({ status, headers, body, challengeKey }: Outcome): Response => {
    const copy = new Headers(headers);
    copy.set(CHALLENGE_HEADER, challengeToken(challengeKey, newNonce(random), now(), new Uint8Array(body)));
    return new Response(body, { status, headers: copy });
  };

  return createMiddleware<Env>(async (c, next) => {
    const key = c.req.header(IDEMPOTENCY_HEADER);
    if (key === undefined) return next();
    if (!NAME.test(key)) throw new Refusal(400, 'malformed');
    forgetOld();
    const visit = c.get('visit');
    const session = await visit.session();
    const idHash = hashOf(cookie.read(c.req.header('cookie') ?? ''));
    const names = [`id ${idHash} ${key}`, ...(session ? [`session ${session.key} ${key}`] : [])];
    const { search, pathname } = new URL(c.req.url);
    const content = hashOf(c.req.method, pathname, search, await c.req.text());
    const known = names.map((name) => kept.get(name)).find((found) => found !== undefined);
    if (known && known.content !== content) throw new Refusal(422, 'otherSubmission');
    const earlier = known ? await known.outcome : null;
    if (known && earlier) {
      if (known.idHash === idHash) visit.addCookies(earlier.cookies);
      return repeat(earlier);
    }
    if (!session) return next();

    const { promise, resolve } = Promise.withResolvers<Outcome | null>();
    for (const name of names) kept.set(name, { at: now(), idHash, content, outcome: promise });
    let outcome: Outcome | null = null;
    try {
      await next();
      if (c.res.status >= SERVER_ERROR) return;
      const { status, headers } = c.res;
      const body = await c.res.clone().arrayBuffer();
      const cookies = [...visit.cookies()];
      outcome = { status, headers: new Headers(headers), body, cookies, challengeKey: session.challengeKey };
    } finally {
      if (!outcome) for (const name of names) kept.delete(name);
      resolve(outcome);
    }
  });
}
