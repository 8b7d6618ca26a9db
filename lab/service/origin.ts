import type { Context } from 'hono';
import { bothOrigins } from '#lab/web/origins.ts';

/** The origin at which a service was called: one of its two origins; for any other host, the announced one. */
export function ownOrigin(c: Context, labUrl: string): string {
  const [announced, other] = bothOrigins(labUrl);
  return new URL(c.req.url).host === new URL(other).host ? other : announced;
}

/** Whether an address is one of the service's own. */
export const isOwnAddress = (address: string, labUrl: string): boolean =>
  URL.canParse(address) && bothOrigins(labUrl).includes(new URL(address).origin);
