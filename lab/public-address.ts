import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { cors } from 'hono/cors';

const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/, '');

/** A public-IP service, for the portal's page only: GET /ip answers `{ip}` (rule 10). */
export const publicAddressLookUp = (portalUrl: string): Hono =>
  new Hono()
    .use('/ip', cors({ origin: new URL(portalUrl).origin, allowMethods: ['GET'] }))
    .get('/ip', (c) => c.json({ ip: plainAddress(getConnInfo(c).remote.address ?? '') }));
