import type { MiddlewareHandler } from 'hono';

/** Middleware that rejects requests from pages of another origin. A request without an Origin header is allowed. */
export const sameOriginOnly: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header('origin');
  if (origin === undefined || origin === new URL(c.req.url).origin) return next();
  return c.json({ problems: ['comes from a page of another origin'] }, 403);
};
