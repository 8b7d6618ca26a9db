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

/** Codes that no device shows, which one address may type in a window. */
const MAX_WRONG = 20;
const WINDOW_MINUTES = 10;

const isEngineContext = (ctx: Koa.Context): ctx is Koa.Context & KoaContextWithOIDC => 'oidc' in ctx;

/**
 * Limits how often an address types a code that no device shows (RFC 8628, section 5.1), and shows a code of the
 * address (`verification_uri_complete`) in the field instead of taking it: whoever follows a link has to compare.
 */
export function typedCodes(
  { limits: { ipv6Prefix }, trustProxy }: Pick<ServerConfig, 'limits' | 'trustProxy'>,
  storage: Storage,
  pages: PageContext,
  now: () => number,
): Koa.Middleware {
  const wrong = windowLimit(storage, 'device-code', WINDOW_MINUTES, now);
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
    const permit = await wrong.begin([{ key: address, max: MAX_WRONG }]);
    if (!permit.allowed) return renderTooManyCodes(ctx, pages, permit.retryAfterSeconds);
    await next();
    if (isEngineContext(ctx) && ctx.oidc.entities.DeviceCode) await permit.uncount();
  };
}
