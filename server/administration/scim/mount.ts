import type { Hono } from 'hono';
import type { AdminDeps } from '#server/administration/admin-actions.ts';
import { bearerOf } from '#server/http/bearer.ts';
import { findToken } from '#server/http/bearer-token.ts';
import type { Ctx, Env } from '#server/http/env.ts';
import { bodyLimitOf } from '#server/http/guard/body-limit.ts';
import { clientNetwork } from '#server/http/guard/client-address.ts';
import { hasNul, hasNulInUrl } from '#server/http/guard/nul.ts';
import { type FailureLimit, failureLimit } from '#server/login/limits/failure-limit.ts';
import { isAborted } from '#server/operations/host.ts';
import { log } from '#server/operations/log.ts';
import { RETRY_AFTER_SECONDS, StorageUnavailableError } from '#server/storage/unavailable.ts';
import { errorAnswer, ScimError } from './error.ts';
import type { ScimCall } from './service.ts';

const BASE_PATH = '/scim/v2';

/** Maximum body of a user. */
const MAX_BODY_BYTES = 64 * 1024;

/** Maximum body of a group, enough for 10,000 members with names. */
const MAX_GROUP_BYTES = 2 * 1024 * 1024;

type Deps = Omit<AdminDeps, 'operator'> & {
  /** Limit of failed attempts per network. */
  readonly failures: FailureLimit;
};

const tooManyCalls = (): ScimError =>
  new ScimError(429, null, 'Too many calls. Try again in a minute.', { 'Retry-After': '60' });

const isJson = (contentType: string): boolean => /^application\/(scim\+)?json\s*(;|$)/i.test(contentType);

async function bodyOf(c: Ctx): Promise<unknown> {
  const text = await c.req.text();
  if (text === '') return null;
  if (!isJson(c.req.header('content-type') ?? '')) {
    throw new ScimError(415, null, 'The body must be application/scim+json.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ScimError(400, 'invalidSyntax', 'The body is not JSON.');
  }
}

function answerOf(error: unknown): Response {
  if (error instanceof ScimError) return errorAnswer(error);
  if (error instanceof StorageUnavailableError) {
    return errorAnswer(
      new ScimError(503, null, 'The database does not answer.', { 'Retry-After': RETRY_AFTER_SECONDS }),
    );
  }
  log.fault(error);
  return errorAnswer(new ScimError(500, null, 'Something went wrong on the server.'));
}

/** @throws ScimError 404 for a part of a path that cannot be decoded. */
function decodedSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ScimError(404, null, 'There is no such resource.');
  }
}

/** The route for the log, without IDs. */
const routeOf = ([kind = '', id]: readonly string[]): string =>
  kind === 'Users' || kind === 'Groups'
    ? `${BASE_PATH}/${kind}${id === undefined ? '' : '/:id'}`
    : `${BASE_PATH}/*`;

/**
 * SCIM endpoints for identity sources (RFC 7644), if tokens are configured. The library is loaded on the first
 * authorised call.
 */
export function mountScim(app: Hono<Env>, { failures, ...deps }: Deps): void {
  const { config, storage, now, localTime } = deps.portal;
  const { scim } = config;
  if (!scim) return;
  const calls = failureLimit(storage, scim.perMinute, now);

  /** The operator of a token; a wrong token counts as a failed attempt of its network. */
  const operatorOf = async (c: Ctx): Promise<string> => {
    const token = findToken(scim.tokens, bearerOf(c), localTime().date);
    if (!token) {
      if (!(await failures.begin(clientNetwork(c, config)))) throw tooManyCalls();
      throw new ScimError(401, null, 'The bearer token is not valid.', { 'WWW-Authenticate': 'Bearer' });
    }
    if (!(await calls.begin(`scim ${token.name}`))) throw tooManyCalls();
    return `scim:${token.name}`;
  };

  const limitTo = (bytes: number) =>
    bodyLimitOf(bytes, () => {
      throw new ScimError(413, null, `The body may have at most ${bytes} bytes.`);
    });
  const [limit, groupLimit] = [limitTo(MAX_BODY_BYTES), limitTo(MAX_GROUP_BYTES)];

  const answer = async (c: Ctx): Promise<Response> => {
    const { pathname, searchParams } = new URL(c.req.url);
    const parts = pathname
      .slice(BASE_PATH.length)
      .split('/')
      .filter((part) => part !== '');
    c.set('route', routeOf(parts));
    const operator = await operatorOf(c);
    const segments = parts.map(decodedSegment);
    const { method, raw } = c.req;
    let body: unknown = null;
    await (segments[0] === 'Groups' ? groupLimit : limit)(c, async () => {
      body = await bodyOf(c);
    });
    if (hasNulInUrl(c.req.url) || hasNul(body)) {
      throw new ScimError(400, 'invalidValue', 'Values must not contain NUL.');
    }
    const call: ScimCall = { method, segments, query: searchParams, headers: raw.headers, body };
    const { answerScim } = await import('./service.ts');
    return answerScim({ ...deps, operator }, `${config.publicUrl}${BASE_PATH}`, call);
  };

  app.all(`${BASE_PATH}/*`, (c) =>
    answer(c).catch((error: unknown) => (isAborted(c.env?.incoming) ? c.body(null, 400) : answerOf(error))),
  );
}
