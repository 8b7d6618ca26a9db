import type { MiddlewareHandler } from 'hono';
import { Refusal } from '#server/login/refusal.ts';

export const MAX_BODY_BYTES = 16 * 1024;

/** Reads a body of at most `limit` bytes; stops and returns null when the body is larger. */
async function readUpTo(
  limit: number,
  body: ReadableStream<Uint8Array>,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    size += chunk.value.length;
    if (size > limit) return null;
    parts.push(chunk.value);
  }
  return Uint8Array.from(Buffer.concat(parts));
}

/**
 * Middleware that refuses a body of more than `limit` bytes, with or without Content-Length. Hono's `bodyLimit` fails
 * on a Node server for requests without Content-Length, such as a DELETE.
 */
export const bodyLimitOf =
  (limit: number, refuse: () => never): MiddlewareHandler =>
  async (c, next) => {
    const { raw, method: requestMethod } = c.req;
    if (requestMethod === 'GET' || requestMethod === 'HEAD') return next();
    const length = c.req.header('content-length');
    if (length !== undefined && !c.req.header('transfer-encoding')) {
      return Number(length) > limit ? refuse() : next();
    }
    if (!raw.body) return next();
    const body = (await readUpTo(limit, raw.body)) ?? refuse();
    const { method, headers } = raw;
    c.req.raw = new Request(raw.url, { method, headers, ...(body.length > 0 && { body }) });
    return next();
  };

/** Middleware that refuses a body of more than 16 KiB. */
export const limitBody = bodyLimitOf(MAX_BODY_BYTES, () => {
  throw new Refusal(413, 'tooLarge');
});
