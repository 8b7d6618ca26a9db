import { html, raw } from 'hono/html';
import type Koa from 'koa';
import type { ClientService } from '#server/config/client.ts';
import { registeredOrigins } from '../clients.ts';
import { type Bilingual, type Language, pageLanguage } from './language.ts';
import { setPageHeaders } from './security-headers.ts';
import { STYLE } from './style.ts';

/** Escaped markup of `hono/html`. */
export type Markup = ReturnType<typeof html>;

/** What every page of the engine may show. */
export type PageContext = {
  readonly portalName: Bilingual;
  readonly clients: ReadonlyMap<string, ClientService>;
};

type Page = {
  readonly title: string;
  readonly body: Markup;
  /** The service that the page is about: its addresses are allowed as ends of a form. */
  readonly client: ClientService | null;
  readonly script?: string;
};

/** Answers with a page of the portal's look; `build` writes it in the person's language. */
export async function renderPage(
  ctx: Koa.Context,
  { portalName }: PageContext,
  build: (language: Language) => Page,
): Promise<void> {
  const language = pageLanguage(ctx);
  const { title, body, client, script } = build(language);
  setPageHeaders(ctx, {
    style: STYLE,
    script: script ?? null,
    formOrigins: client ? registeredOrigins(client) : [],
  });
  ctx.type = 'html';
  ctx.body = String(
    await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<main>
<p class="portal">${portalName[language]}</p>
<h1>${title}</h1>
${body}
</main>
${script === undefined ? '' : html`<script>${raw(script)}</script>`}
</body>
</html>`,
  );
}
