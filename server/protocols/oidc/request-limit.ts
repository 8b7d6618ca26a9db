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
 * Lets a browser and an address have so many requests waiting for their person: a further one takes the place
 * of the oldest, so that nobody fills the store and nobody is refused.
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
    const begun = isEngineContext(ctx) ? ctx.oidc.entities.Interaction : undefined;
    if (!begun || ctx.status !== 303) return;
    const session = cookie.read(ctx.get('cookie'));
    const address = networkOf(addressOf(ctx.get('x-forwarded-for'), ctx.req, trustProxy), ipv6Prefix);
    const browser = createHash('sha256').update(session).digest('base64url');
    await store.begun(
      begun.uid,
      [
        ...(session === '' ? [] : [{ key: `browser ${browser}`, max: requests.perBrowser }]),
        { key: `address ${address}`, max: requests.perAddress },
      ],
      begun.exp * 1000,
    );
  };
}
