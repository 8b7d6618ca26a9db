import type { KoaContextWithOIDC } from 'oidc-provider';
import { submissionPage } from '#server/http/engine-pages/submission.ts';
import { type PageContext, renderPage } from './page.ts';

/** Answers with a form that posts an authorization response to the service (OAuth 2.0 Form Post Response Mode). */
export function renderFormPost(
  ctx: KoaContextWithOIDC,
  pages: PageContext,
  action: string,
  response: Readonly<Record<string, unknown>>,
): Promise<void> {
  ctx.status = 200;
  const fields = Object.fromEntries(Object.entries(response).map(([name, value]) => [name, String(value)]));
  return renderPage(ctx, pages, (language) => ({
    ...submissionPage(language, action, fields),
    client: pages.clients.get(ctx.oidc.client?.clientId ?? '') ?? null,
  }));
}
