import type Koa from 'koa';
import type { Language } from '#i18n/locale.ts';
import { brandingAt } from '#server/config/branding.ts';
import type { ClientService } from '#server/config/client.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { type ServerPage, serverDocument } from '#server/http/engine-pages/document.ts';
import { pageLanguage } from '#server/http/engine-pages/language.ts';
import { pageHeaders } from '#server/http/engine-pages/security-headers.ts';
import { repeatableAddress } from '#server/http/engine-pages/switcher.ts';
import { registeredOrigins } from '#server/protocols/oidc/clients.ts';

/** The settings on which the pages of the engine depend. */
export type PageContext = {
  readonly branding: ServerConfig['branding'];
  /** The client services by client id. */
  readonly clients: ReadonlyMap<string, ClientService>;
};

type Page = Omit<ServerPage, 'language'> & {
  /** The service whose registered origins a form of the page may post to; null when no form posts to a service. */
  readonly client: ClientService | null;
};

/**
 * Answers with a page in the design of the portal.
 * @param build builds the page in the language of the person
 */
export async function renderPage(
  ctx: Koa.Context,
  { branding }: PageContext,
  build: (language: Language) => Page,
): Promise<void> {
  const language = pageLanguage(ctx.get('cookie'), ctx.get('accept-language'));
  const { client, ...page } = build(language);
  const { markup, style } = await serverDocument(brandingAt(branding, client), {
    ...page,
    language,
    address: repeatableAddress(ctx.method, ctx.originalUrl),
  });
  const formOrigins = client ? registeredOrigins(client) : [];
  ctx.set({ ...pageHeaders({ style, script: page.script ?? null, formOrigins }) });
  ctx.type = 'html';
  ctx.body = markup;
}
