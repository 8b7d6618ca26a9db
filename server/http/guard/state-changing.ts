import { createMiddleware } from 'hono/factory';
import type { Env } from '#server/http/env.ts';
import { Refusal } from '#server/login/refusal.ts';
import { LANGUAGE_HEADER } from '#wire/names.ts';

/** POST calls whose values are all in the query (spec section 7, "Passkey"). */
const CALLS_WITHOUT_BODY: ReadonlySet<string> = new Set(['/data/portal/fido-token/check-name']);

const isSafeMethod = (method: string): boolean => method === 'GET' || method === 'HEAD';

const isJson = (contentType: string): boolean => /^application\/json\s*(;|$)/i.test(contentType);

/** Whether the headers show that a page of another origin makes the request. */
export function isCrossOrigin(headers: Headers, publicUrl: string): boolean {
  const origin = headers.get('origin');
  const fetchSite = headers.get('sec-fetch-site') ?? 'same-origin';
  return (origin !== null && origin !== publicUrl) || (fetchSite !== 'same-origin' && fetchSite !== 'none');
}

/**
 * Middleware against CSRF. It refuses state-changing calls that the portal's page would not make: from another origin,
 * without X-Language (which another site cannot set without a CORS preflight), or with a body that is not JSON. A
 * DELETE and the check of a passkey's name need no body; without a body they need no Content-Type.
 */
export const guardStateChanging = (publicUrl: string) =>
  createMiddleware<Env>(async (c, next) => {
    if (isSafeMethod(c.req.method)) return next();
    if (isCrossOrigin(c.req.raw.headers, publicUrl)) throw new Refusal(403, 'foreignOrigin');
    if (!c.req.header(LANGUAGE_HEADER)) throw new Refusal(400, 'noLanguage');
    const contentType = c.req.header('content-type');
    const mayLackBody =
      contentType === undefined && (c.req.method === 'DELETE' || CALLS_WITHOUT_BODY.has(c.req.path));
    if (!mayLackBody && !isJson(contentType ?? '')) throw new Refusal(415, 'notJson');
    return next();
  });
