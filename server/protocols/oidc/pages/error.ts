import type Koa from 'koa';
import type { ErrorOut, KoaContextWithOIDC } from 'oidc-provider';
import { type ExplanationName, explanationPage } from '#server/http/engine-pages/explanation.ts';
import { repeatableAddress } from '#server/http/engine-pages/switcher.ts';
import { RETRY_AFTER_SECONDS, runAndDetectOutage } from '#server/storage/unavailable.ts';
import { type PageContext, renderPage } from './page.ts';

function explanationNameOf(out: ErrorOut, error: Error): ExplanationName {
  if (error.name === 'SessionNotFound') return 'ended';
  return out.error === 'server_error' ? 'failed' : 'refused';
}

/** Whether the client is a browser. */
const acceptsPage = (ctx: Koa.Context): boolean => ctx.accepts('json', 'html') === 'html';

/** Answers a request that has caused an error of the engine: with a page for a browser, otherwise with JSON. */
export async function renderError(
  ctx: KoaContextWithOIDC,
  pages: PageContext,
  out: ErrorOut,
  error: Error,
): Promise<void> {
  if (!acceptsPage(ctx as Koa.Context)) {
    ctx.body = out;
    return;
  }
  const service = pages.clients.get(ctx.oidc.client?.clientId ?? '') ?? null;
  const details = { code: out.error, description: out.error_description };
  await renderPage(ctx as Koa.Context, pages, (language) => ({
    ...explanationPage(language, explanationNameOf(out, error), { service, details }),
    client: null,
  }));
}

/**
 * Answers 503 when the database did not answer, whatever error the engine reports: with a page that has a retry link
 * for a browser, otherwise with JSON.
 */
export const answerStorageOutage =
  (pages: PageContext): Koa.Middleware =>
  async (ctx, next) => {
    const isUnavailable = await runAndDetectOutage(next);
    if (!isUnavailable) return;
    for (const name of ['Location', 'Set-Cookie']) ctx.remove(name);
    ctx.set('Retry-After', RETRY_AFTER_SECONDS);
    ctx.status = 503;
    if (acceptsPage(ctx)) {
      const retryAddress = repeatableAddress(ctx.method, ctx.originalUrl);
      await renderPage(ctx, pages, (language) => ({
        ...explanationPage(language, 'unavailable', { retryAddress }),
        client: null,
      }));
    } else ctx.body = { error: 'temporarily_unavailable' };
  };

/**
 * Answers a request of an unknown path: redirects a browser to the error page (rule 136), otherwise answers with JSON.
 */
export const answerUnknownPath: Koa.Middleware = async (ctx, next) => {
  await next();
  if (ctx.status !== 404 || ctx.body !== undefined) return;
  if (acceptsPage(ctx)) {
    ctx.redirect('/error');
    ctx.status = 303;
  } else {
    ctx.body = { error: 'not_found' };
    ctx.status = 404;
  }
};
