import { html, raw } from 'hono/html';
import type Koa from 'koa';
import type { ClientService } from '#server/config/client.ts';
import { registeredOrigins } from '#server/oidc/clients.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { type Bilingual, type Language, pageLanguage } from './language.ts';
import { setPageHeaders } from './security-headers.ts';
import { styleSheet } from './style.ts';

/** Escaped markup of `hono/html`. */
export type Markup = ReturnType<typeof html>;

/** What every page of the engine may show. */
export type PageContext = {
  readonly portalName: Bilingual;
  readonly style: string;
  readonly clients: ReadonlyMap<string, ClientService>;
};

type Page = {
  readonly title: string;
  readonly body: Markup;
  /** The service whose registered addresses a form of the page may end at; null when it has no such form. */
  readonly client: ClientService | null;
  readonly script?: string;
};

const DEFAULT_NAME: Bilingual = { ko: '인증 포털', en: 'Auth Portal' };

const GATE_MARK = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
<path fill="currentColor" d="M3 30V16A13 13 0 0 1 11.2 3.93l2.6 6.42A6.1 6.1 0 0 0 9.9 16v14z"/>
<path fill="currentColor" d="M29 30V16A13 13 0 0 0 20.8 3.93l-2.6 6.42A6.1 6.1 0 0 1 22.1 16v14z"/>
<path fill="var(--accent-text)" d="M12.5 1.5h7l-2.1 9.6a6 6 0 0 0-2.8 0z"/>
</svg>`;

/** Gathers what the pages show of the configuration. */
export const pageContext = (
  branding: ServerConfig['branding'],
  clients: readonly ClientService[],
): PageContext => ({
  portalName: branding.name ?? DEFAULT_NAME,
  style: styleSheet(branding),
  clients: new Map(clients.map((client) => [client.clientId, client])),
});

/** Answers with a page of the portal's look; `build` writes it in the person's language. */
export async function renderPage(
  ctx: Koa.Context,
  { portalName, style }: PageContext,
  build: (language: Language) => Page,
): Promise<void> {
  const language = pageLanguage(ctx);
  const { title, body, client, script } = build(language);
  setPageHeaders(ctx, {
    style,
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
<style>${raw(style)}</style>
</head>
<body>
<header>${GATE_MARK}<span>${portalName[language]}</span></header>
<main><div class="card">
<h1>${title}</h1>
${body}
</div></main>
${script === undefined ? '' : html`<script>${raw(script)}</script>`}
</body>
</html>`,
  );
}
