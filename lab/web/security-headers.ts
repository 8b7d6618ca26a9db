import type { MiddlewareHandler } from 'hono';
import { bothOrigins } from './origins.ts';

/**
 * Middleware that adds the security headers of the lab's pages. Scripts are allowed only from the lab; forms may be
 * sent only to both origins of the lab and to the portal.
 */
export const securityHeaders = (portalUrl: string, labUrl: string): MiddlewareHandler => {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    // The phone page shows the portal's app in a frame.
    `frame-src ${new URL(portalUrl).origin}`,
    ['form-action', "'self'", new URL(portalUrl).origin, ...bothOrigins(labUrl)].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return async (c, next) => {
    await next();
    if (!c.res.headers.has('Content-Security-Policy')) c.header('Content-Security-Policy', policy);
    c.header('Referrer-Policy', 'same-origin');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Cross-Origin-Opener-Policy', 'same-origin');
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  };
};
