import type { Context } from 'hono';
import { bothOrigins } from '#lab/web/origins.ts';

/** The origin at which a service was called: one of the lab's two; for any other host, that of the lab's URL. */
export function ownOrigin(c: Context, labUrl: string): string {
  const [configured, other] = bothOrigins(labUrl);
  return new URL(c.req.url).host === new URL(other).host ? other : configured;
}

/** Whether an address is one of the service's own. */
export const isOwnAddress = (address: string, labUrl: string): boolean =>
  URL.canParse(address) && bothOrigins(labUrl).includes(new URL(address).origin);
