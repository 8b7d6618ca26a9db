import { createMiddleware } from 'hono/factory';
import { isLoopback } from '#server/config/loopback.ts';
import type { Env } from '#server/http/env.ts';

/**
 * Redirects a page request to another name of this machine, such as 127.0.0.1, to the public URL, because cookies and guards
 * allow one origin only.
 */
export const ownHost = (publicUrl: string) =>
  createMiddleware<Env>(async (c, next) => {
    const { origin, host, port, pathname, search } = new URL(c.req.url);
    const own = new URL(publicUrl);
    // A proxy on this machine may terminate TLS, so the scheme does not count.
    const isOtherName = host !== own.host && isLoopback(origin) && isLoopback(publicUrl) && port === own.port;
    return isOtherName ? c.redirect(publicUrl + pathname + search, 307) : next();
  });
