import { html } from 'hono/html';
import type { ServerConfig } from '#server/config/schema.ts';
import { serverDocument } from '#server/http/engine-pages/document.ts';
import { contentSecurityPolicy } from '#server/http/engine-pages/security-headers.ts';
import type { Ctx } from '#server/http/env.ts';
import { requestAddress } from './request-address.ts';

/** The texts of a confirmation page, in the language of the person. */
export type ConfirmationTexts = Readonly<Record<'title' | 'lead' | 'yes' | 'no', string>>;

/**
 * A page that asks the person to confirm an action that they may not have intended. Its form is posted with the origin
 * of the page, which proves that the portal asked.
 * @param action path to which the form is posted
 * @param fields names and values of hidden fields in the form
 * @param address path and query at which the page can be opened again without any effect
 */
export async function confirmationPage(
  c: Ctx,
  { branding }: Pick<ServerConfig, 'branding'>,
  { title, lead, yes, no }: ConfirmationTexts,
  action: string,
  fields: Readonly<Record<string, string | undefined>> = {},
  address: string | null = requestAddress(c),
): Promise<Response> {
  const hidden = Object.entries(fields).map(([name, value]) =>
    value === undefined ? '' : html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const { markup, style } = await serverDocument(branding, {
    language: c.get('language'),
    title,
    address,
    body: html`<p class="muted">${lead}</p>
<form method="post" action="${action}">
${hidden}
<button class="action" type="submit">${yes}</button>
<a class="action quiet" href="/">${no}</a>
</form>`,
  });
  return c.html(markup, 200, {
    'Content-Security-Policy': contentSecurityPolicy({ style, script: null, formOrigins: [] }),
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    Vary: 'Accept-Language, Cookie',
  });
}
