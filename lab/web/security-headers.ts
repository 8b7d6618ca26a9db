import type { MiddlewareHandler } from 'hono';
import { bothNames } from './names.ts';

/**
 * The lab's pages run scripts of their own alone; their forms end here under either name or, by a redirect, at
 * the portal.
 */
export const securityHeaders = (portalUrl: string, labUrl: string): MiddlewareHandler => {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    // The phone that runs the portal's own app.
    `frame-src ${new URL(portalUrl).origin}`,
    ['form-action', "'self'", new URL(portalUrl).origin, ...bothNames(labUrl)].join(' '),
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
