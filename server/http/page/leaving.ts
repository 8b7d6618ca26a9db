import { html } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { serverDocument } from '#server/http/engine-pages/document.ts';
import { pageHeaders } from '#server/http/engine-pages/security-headers.ts';
import type { Ctx } from '#server/http/env.ts';

const TEXTS: Readonly<Record<Language, { readonly title: string; readonly link: string }>> = {
  ko: { title: '서비스로 이동하고 있어요', link: '바로 이동' },
  en: { title: 'Returning to the service', link: 'Continue' },
};

/**
 * A page that sends a browser without scripts from the portal to a service. It is not a redirect, because `form-action`
 * blocks redirects to services after the post of a form.
 */
export async function leavingPage(
  c: Ctx,
  { branding }: Pick<ServerConfig, 'branding'>,
  address: string,
): Promise<Response> {
  const language = c.get('language');
  const { title, link } = TEXTS[language];
  const { markup, style } = await serverDocument(branding, {
    language,
    title,
    body: html`<p><a class="action" href="${address}">${link}</a></p>`,
    address: null,
  });
  return c.html(markup, 200, {
    ...pageHeaders({ style, script: null, formOrigins: [] }),
    Refresh: `0; url=${address}`,
  });
}
