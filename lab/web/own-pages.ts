import type { MiddlewareHandler } from 'hono';

/** Rejects requests of pages with another origin. Callers other than browsers send no Origin header and are allowed. */
export const ownPagesOnly: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header('origin');
  if (origin === undefined || origin === new URL(c.req.url).origin) return next();
  return c.json({ problems: ['comes from a page of another origin'] }, 403);
};
