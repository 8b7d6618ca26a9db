import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { PageInPlace } from '#server/http/page/in-place.ts';
import { redirectPage } from './policy.ts';
import { ROUTES } from './routes.ts';

const isEngineContext = (ctx: Koa.Context): ctx is Koa.Context & KoaContextWithOIDC => 'oidc' in ctx;

/**
 * Answers a request that waits for its person with the page that it would be led to, where that can be: the cookies of
 * the engine stay on the answer.
 */
export const answeredPage =
  (pageOf: PageInPlace): Koa.Middleware =>
  async (ctx, next) => {
    await next();
    const begun = isEngineContext(ctx) ? ctx.oidc.entities.Interaction : undefined;
    const isLed = begun && ctx.response.get('Location') === redirectPage(begun.uid);
    if (!isLed || ctx.path !== ROUTES.authorization) return;
    const page = await pageOf(ctx.req, begun.uid);
    if (!page) return;
    ctx.remove('Location');
    ctx.status = page.status;
    ctx.body = Buffer.from(await page.arrayBuffer());
    for (const [name, value] of page.headers) {
      if (name === 'set-cookie') ctx.append(name, value);
      else ctx.set(name, value);
    }
  };
