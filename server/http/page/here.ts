import type { Context } from 'hono';
import { hereOf } from '#server/http/engine-pages/switcher.ts';

/** Path and query of a requested page; null for an answer to a form. */
export function pathOf(c: Context): string | null {
  const { pathname, search } = new URL(c.req.url);
  return hereOf(c.req.method, pathname + search);
}
