import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { cors } from 'hono/cors';

/** Removes the prefix of an IPv4 address that is written as an IPv6 address. */
const withoutIpv6Prefix = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');

/**
 * The public-IP service (rule 10). GET /ip answers with the address of the browser; only the portal's page may call it.
 */
export const publicAddressRoutes = (portalUrl: string): Hono =>
  new Hono()
    .use('/ip', cors({ origin: new URL(portalUrl).origin, allowMethods: ['GET'] }))
    .get('/ip', (c) => c.json({ ip: withoutIpv6Prefix(getConnInfo(c).remote.address ?? '') }));
