import type { Context } from 'hono';

/** A service has two origins, and what is not one of them is answered as the announced one. */
export function ownOrigin(c: Context, labUrl: string): string {
  const announced = new URL(labUrl);
  const other = new URL(labUrl);
  other.hostname = announced.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return new URL(c.req.url).host === other.host ? other.origin : announced.origin;
}

/** Whether an address is one of the service's own. */
export function isOwnAddress(address: string, labUrl: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, port, protocol } = new URL(address);
  const own = new URL(labUrl);
  return protocol === own.protocol && port === own.port && ['localhost', '127.0.0.1'].includes(hostname);
}
