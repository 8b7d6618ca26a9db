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
import { errorResponse, ScimError } from './error.ts';
import type { ScimCall } from './service.ts';

const BASE_PATH = '/scim/v2';

/** Maximum size of a body, except for groups. */
const MAX_BODY_BYTES = 64 * 1024;

/** Maximum size of the body for a group, enough for 10,000 members with names. */
const MAX_GROUP_BODY_BYTES = 2 * 1024 * 1024;

type Deps = Omit<AdminDeps, 'operator'> & {
  /** The limit of wrong tokens for each network. */
  readonly failures: FailureLimit;
};

const tooManyCalls = (): ScimError =>
  new ScimError(429, null, 'Too many calls. Try again in a minute.', { 'Retry-After': '60' });

const isJson = (contentType: string): boolean => /^application\/(scim\+)?json\s*(;|$)/i.test(contentType);

/** The parsed body of a request; null without a body. */
async function parsedBody(c: Ctx): Promise<unknown> {
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

function responseForError(error: unknown): Response {
  if (error instanceof ScimError) return errorResponse(error);
  if (error instanceof StorageUnavailableError) {
    return errorResponse(
      new ScimError(503, null, 'The database does not answer.', { 'Retry-After': RETRY_AFTER_SECONDS }),
    );
  }
  log.fault(error);
  return errorResponse(new ScimError(500, null, 'Something went wrong on the server.'));
}

/** @throws ScimError 404 for a segment of a path that cannot be decoded */
function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new ScimError(404, null, 'There is no such resource.');
  }
}

/** The route of a request for the log; it must not contain ids. */
const routeOf = ([kind = '', id]: readonly string[]): string =>
  kind === 'Users' || kind === 'Groups'
    ? `${BASE_PATH}/${kind}${id === undefined ? '' : '/:id'}`
    : `${BASE_PATH}/*`;

/**
 * Adds the SCIM endpoints for identity sources (RFC 7644) to the app, if tokens are configured. The library SCIMMY is
 * loaded with the first authorised call.
 */
export function mountScim(app: Hono<Env>, { failures, ...deps }: Deps): void {
  const { config, storage, now, localTime } = deps.portal;
  const { scim } = config;
  if (!scim) return;
  /** The limit of calls for each token. */
  const callLimit = failureLimit(storage, scim.perMinute, now);

  /**
   * The name of the calling identity source as operator in the audit; a wrong token counts as a failure of its network.
   */
  const requireOperator = async (c: Ctx): Promise<string> => {
    const token = findToken(scim.tokens, bearerOf(c), localTime().date);
    if (!token) {
      if (!(await failures.begin(clientNetwork(c, config)))) throw tooManyCalls();
      throw new ScimError(401, null, 'The bearer token is not valid.', { 'WWW-Authenticate': 'Bearer' });
    }
    if (!(await callLimit.begin(`scim ${token.name}`))) throw tooManyCalls();
    return `scim:${token.name}`;
  };

  const limitTo = (bytes: number) =>
    bodyLimitOf(bytes, () => {
      throw new ScimError(413, null, `The body may have at most ${bytes} bytes.`);
    });
  const bodyLimit = limitTo(MAX_BODY_BYTES);
  const groupBodyLimit = limitTo(MAX_GROUP_BODY_BYTES);

  const answer = async (c: Ctx): Promise<Response> => {
    const { pathname, searchParams } = new URL(c.req.url);
    const rawSegments = pathname
      .slice(BASE_PATH.length)
      .split('/')
      .filter((segment) => segment !== '');
    c.set('route', routeOf(rawSegments));
    const operator = await requireOperator(c);
    const segments = rawSegments.map(decodedSegment);
    const { method, raw } = c.req;
    let body: unknown = null;
    await (segments[0] === 'Groups' ? groupBodyLimit : bodyLimit)(c, async () => {
      body = await parsedBody(c);
    });
    if (hasNulInUrl(c.req.url) || hasNul(body)) {
      throw new ScimError(400, 'invalidValue', 'Values must not contain NUL.');
    }
    const call: ScimCall = { method, segments, query: searchParams, headers: raw.headers, body };
    const { answerScim } = await import('./service.ts');
    return answerScim({ ...deps, operator }, `${config.publicUrl}${BASE_PATH}`, call);
  };

  app.all(`${BASE_PATH}/*`, (c) =>
    answer(c).catch((error: unknown) =>
      isAborted(c.env?.incoming) ? c.body(null, 400) : responseForError(error),
    ),
  );
}
