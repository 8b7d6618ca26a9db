import type { Context } from 'hono';
import { bothOrigins } from '#lab/web/origins.ts';

/**
 * The origin at which the lab was called, with `localhost` or `127.0.0.1`. For any other host it is the origin of
 * `labUrl`.
 */
export function calledOrigin(c: Context, labUrl: string): string {
  const [configuredOrigin, otherOrigin] = bothOrigins(labUrl);
  return new URL(c.req.url).host === new URL(otherOrigin).host ? otherOrigin : configuredOrigin;
}

/** Whether an address belongs to the lab. */
export const isLabAddress = (address: string, labUrl: string): boolean =>
  URL.canParse(address) && bothOrigins(labUrl).includes(new URL(address).origin);
