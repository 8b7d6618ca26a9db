import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { ServerConfig } from '#server/config/schema.ts';
import { addressOf } from '#server/http/guard/client-address.ts';
import { networkOf } from '#server/http/guard/network.ts';
import { windowLimit } from '#server/login/limits/window-limit.ts';
import type { Storage } from '#server/storage/storage.ts';
import { renderTooManyCodes } from './pages/device.ts';
import type { PageContext } from './pages/page.ts';
import { ROUTES } from './routes.ts';

/** Wrong codes that one address may type within the window. */
const MAX_WRONG = 20;
const WINDOW_MINUTES = 10;

const isEngineContext = (ctx: Koa.Context): ctx is Koa.Context & KoaContextWithOIDC => 'oidc' in ctx;

/**
 * Limits the wrong codes of an address (RFC 8628, section 5.1). Fills the code of `verification_uri_complete` into
 * the field instead of submitting it, so that a person who follows a link has to compare it.
 */
export function limitTypedCodes(
  { limits: { ipv6Prefix }, trustProxy }: Pick<ServerConfig, 'limits' | 'trustProxy'>,
  storage: Storage,
  pages: PageContext,
  now: () => number,
): Koa.Middleware {
  const wrongCodes = windowLimit(storage, 'device-code', WINDOW_MINUTES, now);
  return async (ctx, next) => {
    if (ctx.path !== ROUTES.code_verification) return next();
    if (ctx.method !== 'POST') {
      const params = new URLSearchParams(ctx.querystring);
      ctx.state['userCode'] = params.get('user_code') ?? '';
      params.delete('user_code');
      ctx.querystring = params.toString();
      return next();
    }
    const address = networkOf(addressOf(ctx.get('x-forwarded-for'), ctx.req, trustProxy), ipv6Prefix);
    const permit = await wrongCodes.begin([{ key: address, max: MAX_WRONG }]);
    if (!permit.allowed) return renderTooManyCodes(ctx, pages, permit.retryAfterSeconds);
    await next();
    if (isEngineContext(ctx) && ctx.oidc.entities.DeviceCode) await permit.uncount();
  };
}
