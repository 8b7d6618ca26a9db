import { createHash } from 'node:crypto';
import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ServerConfig } from '#server/config/schema.ts';
import { addressOf } from '#server/http/guard/client-address.ts';
import { networkOf } from '#server/http/guard/network.ts';
import { sessionCookie } from '#server/storage/sessions/cookie.ts';
import type { EngineStore } from './store.ts';

const isEngineContext = (ctx: Koa.Context): ctx is Koa.Context & KoaContextWithOIDC => 'oidc' in ctx;

/**
 * Limits the pending requests of a browser and of an address. A further one replaces the oldest, so that nobody can
 * fill the store and nobody is refused.
 */
export function requestLimit(
  {
    limits: { requests, ipv6Prefix },
    publicUrl,
    trustProxy,
  }: Pick<ServerConfig, 'limits' | 'publicUrl' | 'trustProxy'>,
  store: EngineStore,
): Koa.Middleware {
  const cookie = sessionCookie(publicUrl);
  return async (ctx, next) => {
    await next();
    const interaction = isEngineContext(ctx) ? ctx.oidc.entities.Interaction : undefined;
    if (!interaction || ctx.status !== 303) return;
    const session = cookie.read(ctx.get('cookie'));
    const address = networkOf(addressOf(ctx.get('x-forwarded-for'), ctx.req, trustProxy), ipv6Prefix);
    const browser = createHash('sha256').update(session).digest('base64url');
    await store.recordRequest(
      interaction.uid,
      [
        ...(session === '' ? [] : [{ key: `browser ${browser}`, max: requests.perBrowser }]),
        { key: `address ${address}`, max: requests.perAddress },
      ],
      interaction.exp * 1000,
    );
  };
}
