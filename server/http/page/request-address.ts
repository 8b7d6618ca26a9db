import type { Context } from 'hono';
import { repeatableAddress } from '#server/http/engine-pages/switcher.ts';

/** Path and query of the requested page; null when requesting the page again could have an effect. */
export function requestAddress(c: Context): string | null {
  const { pathname, search } = new URL(c.req.url);
  return repeatableAddress(c.req.method, pathname + search);
}
