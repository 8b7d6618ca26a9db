import { createHash } from 'node:crypto';
import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ServerConfig } from '#server/config/schema.ts';
import { clientAddressOf } from '#server/http/guard/client-address.ts';
import { networkOf } from '#server/http/guard/network.ts';
import type { Requester } from '#server/login/engine.ts';
import { sessionCookie } from '#server/storage/sessions/cookie.ts';
import type { EngineStore, PendingRequestLimit } from './store.ts';

const isEngineContext = (ctx: Koa.Context): ctx is Koa.Context & KoaContextWithOIDC => 'oidc' in ctx;

/**
 * The limits of pending requests that apply to a requester: for the browser, if it has a session, and for the network.
 */
export function pendingRequestLimits(
  { limits: { requests }, publicUrl }: Pick<ServerConfig, 'limits' | 'publicUrl'>,
  { cookieHeader, network }: Requester,
): readonly PendingRequestLimit[] {
  const session = sessionCookie(publicUrl).read(cookieHeader);
  const browserHash = createHash('sha256').update(session).digest('base64url');
  return [
    ...(session === '' ? [] : [{ key: `browser ${browserHash}`, max: requests.perBrowser }]),
    { key: `address ${network}`, max: requests.perAddress },
  ];
}

/**
 * Limits the pending requests of a browser and of a network. A further request replaces the oldest request, so that
 * nobody can fill the store, and nobody is refused.
 */
export function requestLimit(
  config: Pick<ServerConfig, 'limits' | 'publicUrl' | 'trustProxy'>,
  store: EngineStore,
): Koa.Middleware {
  return async (ctx, next) => {
    await next();
    const interaction = isEngineContext(ctx) ? ctx.oidc.entities.Interaction : undefined;
    // A resumed request has a result, and was counted when it began.
    if (!interaction || interaction.result || ctx.status !== 303) return;
    const address = clientAddressOf(ctx.get('x-forwarded-for'), ctx.req, config.trustProxy);
    const network = networkOf(address, config.limits.ipv6Prefix);
    const limits = pendingRequestLimits(config, { cookieHeader: ctx.get('cookie'), network });
    await store.recordRequest(interaction.uid, limits, interaction.exp * 1000);
  };
}
