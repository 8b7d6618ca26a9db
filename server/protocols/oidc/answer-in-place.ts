import type Koa from 'koa';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { PageInPlace } from '#server/http/page/in-place.ts';
import { redirectPagePath } from './interaction-policy.ts';
import { ROUTES } from './routes.ts';

const isEngineContext = (ctx: Koa.Context): ctx is Koa.Context & KoaContextWithOIDC => 'oidc' in ctx;

/**
 * Answers a new pending request with the redirect page instead of a redirect to this page, if that is possible. The
 * cookies of the engine are sent, too.
 * @param pageOf creates the page of a request; null when the page cannot be sent now
 */
export const answerInPlace =
  (pageOf: PageInPlace): Koa.Middleware =>
  async (ctx, next) => {
    await next();
    const interaction = isEngineContext(ctx) ? ctx.oidc.entities.Interaction : undefined;
    const isRedirectToPage =
      interaction && ctx.response.get('Location') === redirectPagePath(interaction.uid);
    if (!isRedirectToPage || ctx.path !== ROUTES.authorization) return;
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
