import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { PageInPlace } from '#server/http/page/in-place.ts';
import { redirectPage } from './interaction-policy.ts';
import { ROUTES } from './routes.ts';

const isEngineContext = (ctx: Koa.Context): ctx is Koa.Context & KoaContextWithOIDC => 'oidc' in ctx;

/**
 * Answers a new pending request with the redirect page itself instead of a redirect, where possible. The
 * cookies of the engine are sent, too.
 */
export const answerInPlace =
  (pageOf: PageInPlace): Koa.Middleware =>
  async (ctx, next) => {
    await next();
    const interaction = isEngineContext(ctx) ? ctx.oidc.entities.Interaction : undefined;
    const isRedirected = interaction && ctx.response.get('Location') === redirectPage(interaction.uid);
    if (!isRedirected || ctx.path !== ROUTES.authorization) return;
    const page = await pageOf(ctx.req, interaction.uid);
    if (!page) return;
    ctx.remove('Location');
    ctx.status = page.status;
    ctx.body = Buffer.from(await page.arrayBuffer());
    for (const [name, value] of page.headers) {
      if (name === 'set-cookie') ctx.append(name, value);
      else ctx.set(name, value);
    }
  };
