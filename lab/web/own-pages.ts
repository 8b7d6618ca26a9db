import type { MiddlewareHandler } from 'hono';

/** Refuses what a page of another origin sends. A caller that is no browser names no origin, and may act. */
export const ownPagesOnly: MiddlewareHandler = async (c, next) => {
  const origin = c.req.header('origin');
  if (origin === undefined || origin === new URL(c.req.url).origin) return next();
  return c.json({ problems: ['comes from a page of another origin'] }, 403);
};
