import { createMiddleware } from 'hono/factory';
import { isLoopback } from '#server/config/loopback.ts';
import type { Env } from '#server/http/env.ts';

/**
 * Middleware that redirects a request at another loopback host, such as 127.0.0.1, to the public URL, because cookies
 * and guards allow only one origin.
 */
export const redirectToPublicHost = (publicUrl: string) =>
  createMiddleware<Env>(async (c, next) => {
    const { origin, host, port, pathname, search } = new URL(c.req.url);
    const publicAddress = new URL(publicUrl);
    // A proxy on this machine may terminate TLS, so the scheme is not compared.
    const isOtherLoopbackHost =
      host !== publicAddress.host &&
      isLoopback(origin) &&
      isLoopback(publicUrl) &&
      port === publicAddress.port;
    return isOtherLoopbackHost ? c.redirect(publicUrl + pathname + search, 307) : next();
  });
