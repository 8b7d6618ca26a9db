import type Koa from 'koa';
import { ROUTES } from './routes.ts';

/**
 * Maximum size of a form: it becomes the query of a redirect, which has to fit into the request header (16 KiB in
 * Node).
 */
const MAX_FORM_BYTES = 8_192;

/** Reads the body of a form; null when it is larger than `MAX_FORM_BYTES`. */
async function readForm(ctx: Koa.Context): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_FORM_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const REDIRECTED_PATHS: ReadonlySet<string> = new Set([ROUTES.authorization, ROUTES.end_session]);

/**
 * Redirects an authorization request (OpenID Connect Core 1.0, section 3.1.2.1) or a sign-out (RP-Initiated Logout
 * 1.0, section 2) by POST to the same request by GET, because a cross-site POST does not contain cookies
 * with SameSite=Lax (rule 158).
 */
export const redirectPosts: Koa.Middleware = async (ctx, next) => {
  const { path } = ctx;
  if (ctx.method !== 'POST' || !REDIRECTED_PATHS.has(path)) return next();
  if (!ctx.is('urlencoded')) return ctx.throw(415, 'application/x-www-form-urlencoded is expected');
  const form = await readForm(ctx);
  if (form === null) return ctx.throw(413, `the request is larger than ${MAX_FORM_BYTES} bytes`);
  const params = new URLSearchParams(form);
  const namesClient = params.has('client_id') || params.has('request_uri');
  if (path === ROUTES.authorization && !namesClient) return ctx.throw(400, 'client_id is missing');
  ctx.status = 303;
  ctx.redirect(`${path}?${params}`);
};
