import type { Context } from 'hono';
import { bothNames } from '#lab/web/names.ts';

/** A service has two origins, and what is not one of them is answered as the announced one. */
export function ownOrigin(c: Context, labUrl: string): string {
  const [announced, other] = bothNames(labUrl);
  return new URL(c.req.url).host === new URL(other).host ? other : announced;
}

/** Whether an address is one of the service's own. */
export const isOwnAddress = (address: string, labUrl: string): boolean =>
  URL.canParse(address) && bothNames(labUrl).includes(new URL(address).origin);
