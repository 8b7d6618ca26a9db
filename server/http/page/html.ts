import type { Language } from '#i18n/locale.ts';
import { START_TITLE } from '#wire/first-screen.ts';
import { RUNTIME_CONFIG_ELEMENT } from '#wire/names.ts';
import type { RuntimeConfigBlock } from '#wire/runtime-config.ts';
import { UNTIL_SCRIPT } from '#wire/until-script.ts';

/** JSON that cannot end the script element it stands in. */
const inertJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const withRoot = (template: string, language: Language, address: string | null): string =>
  template.replace(/<html[^>]*>/i, (tag) =>
    tag
      .replace(/\slang="[^"]*"/i, '')
      .replace(/^<html/i, `<html lang="${language}"${address === null ? '' : ` data-address="${address}"`}`),
  );

/** Where no script puts the address right, the browser goes there. */
const leadOn = (address: string): string =>
  `<noscript><meta http-equiv="refresh" content="0;url=${address}"></noscript>`;

const withTitle = (page: string, language: Language): string =>
  page.replace(/<title>[^<]*<\/title>/i, () => `<title>${START_TITLE[language]}</title>`);

const ROOT = /<div id="root"><\/div>/;

const preload = (path: string): string => `<link rel="modulepreload" crossorigin href="${path}">`;

export type PageValues = {
  readonly language: Language;
  readonly config: RuntimeConfigBlock;
  /** Scripts that the page will ask for anyway: naming them here saves a round trip. */
  readonly preloads: readonly string[];
  /** Markup for the portal's element, so that there is a picture before the script; empty for none. */
  readonly screen: string;
  /** Where the page belongs, when it is answered elsewhere: path and query without quotes and ampersands. */
  readonly address: string | null;
};

/**
 * Writes the page of a visit: the language that is shown, the title until a screen has its own, and the runtime
 * configuration as inert JSON. The script that stands in it comes after the markup: the first picture does not wait for it, and a module
 * that does not arrive is told of after the page was read.
 */
export function writePage(
  template: string,
  { language, config, preloads, screen, address }: PageValues,
): string {
  const block = `<script type="application/json" id="${RUNTIME_CONFIG_ELEMENT}">${inertJson(config)}</script>`;
  const head = [...(address === null ? [] : [leadOn(address)]), ...preloads.map(preload), block].join('');
  return withTitle(withRoot(template, language, address), language)
    .replace(/<\/head>/i, () => `${head}</head>`)
    .replace(ROOT, () => `<div id="root">${screen}</div><script>${UNTIL_SCRIPT}</script>`);
}
