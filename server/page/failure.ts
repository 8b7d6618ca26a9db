import type { ServerConfig } from '#server/config/schema.ts';
import { serverDocument } from '#server/engine-pages/document.ts';
import { explanationPage } from '#server/engine-pages/explanation.ts';
import { pageHeaders } from '#server/engine-pages/security-headers.ts';
import type { Ctx } from '#server/http/env.ts';
import { pathOf } from './here.ts';

/** The page of a fault of the server. It stands on nothing that may be broken: no session, no file, no script. */
export async function failurePage(c: Ctx, { branding }: Pick<ServerConfig, 'branding'>): Promise<Response> {
  const language = c.get('language');
  const { markup, style } = await serverDocument(branding, {
    ...explanationPage(language, 'failed'),
    language,
    here: pathOf(c),
  });
  return c.html(markup, 500, { ...pageHeaders({ style, script: null, formOrigins: [] }) });
}
