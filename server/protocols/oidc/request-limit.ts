import { createHash } from 'node:crypto';
import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ServerConfig } from '#server/config/schema.ts';
import { addressOf } from '#server/http/guard/client-address.ts';
import { networkOf } from '#server/http/guard/network.ts';
import type { Requester } from '#server/login/engine.ts';
import { sessionCookie } from '#server/storage/sessions/cookie.ts';
import type { EngineStore, RequestOwner } from './store.ts';

const isEngineContext = (ctx: Koa.Context): ctx is Koa.Context & KoaContextWithOIDC => 'oidc' in ctx;

/** The browser of this Cookie header and the network of an address, with the maximum of their pending requests. */
export function requestOwners(
  { limits: { requests }, publicUrl }: Pick<ServerConfig, 'limits' | 'publicUrl'>,
  { cookieHeader, network }: Requester,
): readonly RequestOwner[] {
  const session = sessionCookie(publicUrl).read(cookieHeader);
  const browser = createHash('sha256').update(session).digest('base64url');
  return [
    ...(session === '' ? [] : [{ key: `browser ${browser}`, max: requests.perBrowser }]),
    { key: `address ${network}`, max: requests.perAddress },
  ];
}

/**
 * Limits the pending requests of a browser and of an address. A further one replaces the oldest, so that nobody can
 * fill the store and nobody is refused.
 */
export function requestLimit(
  config: Pick<ServerConfig, 'limits' | 'publicUrl' | 'trustProxy'>,
  store: EngineStore,
): Koa.Middleware {
  return async (ctx, next) => {
    await next();
    const interaction = isEngineContext(ctx) ? ctx.oidc.entities.Interaction : undefined;
    // A resumed request has a result; it was counted when it began.
    if (!interaction || interaction.result || ctx.status !== 303) return;
    const address = addressOf(ctx.get('x-forwarded-for'), ctx.req, config.trustProxy);
    const network = networkOf(address, config.limits.ipv6Prefix);
    const owners = requestOwners(config, { cookieHeader: ctx.get('cookie'), network });
    await store.recordRequest(interaction.uid, owners, interaction.exp * 1000);
  };
}
