import { html, raw } from 'hono/html';
import type { Language } from '#i18n/locale.ts';
import { DEFAULT_NAME } from '#server/config/branding.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { operatorFooter } from './footer.ts';
import type { Markup } from './markup.ts';
import { styleSheet } from './style.ts';
import { languageSwitcher } from './switcher.ts';

/** A page that the server writes itself, without the scripts of the portal. */
export type ServerPage = {
  readonly language: Language;
  readonly title: string;
  /** Markup below the heading. */
  readonly body: Markup;
  /** Inline script that takes the only action of the page automatically. */
  readonly script?: string | undefined;
};

/** Path and query of a page, for its language switcher; null when a second request could have an effect. */
type PageAddress = { readonly address: string | null };

const PORTAL_LOGO = html`<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
<path fill="currentColor" d="M3 30V16A13 13 0 0 1 11.2 3.93l2.6 6.42A6.1 6.1 0 0 0 9.9 16v14z"/>
<path fill="currentColor" d="M29 30V16A13 13 0 0 0 20.8 3.93l-2.6 6.42A6.1 6.1 0 0 1 22.1 16v14z"/>
<path fill="var(--accent-text)" d="M12.5 1.5h7l-2.1 9.6a6 6 0 0 0-2.8 0z"/>
</svg>`;

/** Writes a page in the portal's design. Its content security policy must allow the returned inline style. */
export async function serverDocument(
  branding: ServerConfig['branding'],
  { language, title, body, script, address }: ServerPage & PageAddress,
): Promise<{ readonly markup: string; readonly style: string }> {
  const style = styleSheet(branding);
  const portalName = branding.name ?? DEFAULT_NAME;
  const markup = await html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>${raw(style)}</style>
</head>
<body>
<header>${PORTAL_LOGO}<span>${portalName[language]}</span>${address !== null && script === undefined ? languageSwitcher(language, address) : ''}</header>
<main><div class="card">
<h1>${title}</h1>
${body}
</div></main>
${operatorFooter(branding, language)}
${script === undefined ? '' : html`<script>${raw(script)}</script>`}
</body>
</html>`;
  return { markup: String(markup), style };
}
