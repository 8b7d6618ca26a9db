import type { IncomingMessage } from 'node:http';
import type { ServerConfig } from '#server/config/schema.ts';
import type { Ctx } from '#server/http/env.ts';
import { addressWithoutPort, networkOf } from './network.ts';

/**
 * The address that a request comes from, without a port. Behind a trusted proxy it is the last one of
 * X-Forwarded-For: the proxy wrote that one, while the client may have written the others.
 */
export function addressOf(
  forwardedFor: string | undefined,
  incoming: IncomingMessage | undefined,
  trustProxy: boolean,
): string {
  const forwarded = trustProxy ? forwardedFor?.split(',').at(-1)?.trim() : undefined;
  return addressWithoutPort(forwarded || (incoming?.socket.remoteAddress ?? ''));
}

/** The address of a call; empty where the app is called as a function. */
export const clientAddress = (c: Ctx, trustProxy: boolean): string =>
  addressOf(c.req.header('x-forwarded-for'), c.env?.incoming, trustProxy);

/** The key under which address limits count a call (rule 227). */
export const clientNetwork = (
  c: Ctx,
  { trustProxy, limits }: Pick<ServerConfig, 'trustProxy' | 'limits'>,
): string => networkOf(clientAddress(c, trustProxy), limits.ipv6Prefix);
