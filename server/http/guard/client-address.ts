import type { IncomingMessage } from 'node:http';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Ctx } from '#server/http/env.ts';
import { addressWithoutPort, networkOf } from './network.ts';

/**
 * The address of the client that sent a request, without a port. Behind a trusted proxy it is the last address in
 * X-Forwarded-For, which the proxy has written; the client may have written the addresses before it.
 */
export function clientAddressOf(
  forwardedFor: string | undefined,
  incoming: IncomingMessage | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined;
  return addressWithoutPort(forwarded || (incoming?.socket.remoteAddress ?? ''));
}

/** The address of the client that made a call; empty when the app is called as a function. */
export const clientAddress = (c: Ctx, trustProxy: boolean): string =>
  clientAddressOf(c.req.header('x-forwarded-for'), c.env?.incoming, trustProxy);

/** The network of the client that made a call; limits per address count calls by network (rule 227). */
export const clientNetwork = (
  c: Ctx,
  { trustProxy, limits }: Pick<ServerConfig, 'trustProxy' | 'limits'>,
): string => networkOf(clientAddress(c, trustProxy), limits.ipv6Prefix);
