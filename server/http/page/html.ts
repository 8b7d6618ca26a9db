import type { Language } from '#i18n/locale.ts';
import { START_TITLE } from '#wire/first-screen.ts';
import { RUNTIME_CONFIG_ELEMENT } from '#wire/names.ts';
import type { RuntimeConfigBlock } from '#wire/runtime-config.ts';
import { UNTIL_SCRIPT } from '#wire/until-script.ts';

/** JSON that cannot close its script element. */
const inertJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

type RootValues = Pick<PageValues, 'language' | 'theme' | 'address'>;

const withRoot = (template: string, { language, theme, address }: RootValues): string => {
  const attributes = [
    `lang="${language}"`,
    ...(theme === 'auto' ? [] : [`data-theme="${theme}"`]),
    ...(address === null ? [] : [`data-address="${address}"`]),
  ];
  return template.replace(/<html[^>]*>/i, (tag) =>
    tag.replace(/\slang="[^"]*"/i, '').replace(/^<html/i, `<html ${attributes.join(' ')}`),
  );
};

const SCHEME = /(<meta name="color-scheme" content=")[^"]*/;
const THEME_COLOR =
  / *<meta name="theme-color"([^>]*?) media="\(prefers-color-scheme: (light|dark)\)"([^>]*>)\n?/g;

/** The page with the `color-scheme` and `theme-color` of one theme, which the browser reads before any style. */
const withTheme = (page: string, theme: PageValues['theme']): string =>
  theme === 'auto'
    ? page
    : page
        .replace(SCHEME, `$1${theme}`)
        .replace(THEME_COLOR, (_, before: string, of: string, after: string) =>
          of === theme ? `<meta name="theme-color"${before}${after}` : '',
        );

/** Without scripts the browser is redirected there. */
const leadOn = (address: string): string =>
  `<noscript><meta http-equiv="refresh" content="0;url=${address}"></noscript>`;

const withTitle = (page: string, language: Language): string =>
  page.replace(/<title>[^<]*<\/title>/i, () => `<title>${START_TITLE[language]}</title>`);

const ROOT = /<div id="root"><\/div>/;

const preload = (path: string): string => `<link rel="modulepreload" crossorigin href="${path}">`;

export type PageValues = {
  readonly language: Language;
  /** What the operator has chosen; auto leaves it to the device. */
  readonly theme: 'auto' | 'light' | 'dark';
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
 * that does not load is reported after the page was parsed.
 */
export function writePage(
  template: string,
  { language, theme, config, preloads, screen, address }: PageValues,
): string {
  const block = `<script type="application/json" id="${RUNTIME_CONFIG_ELEMENT}">${inertJson(config)}</script>`;
  const head = [...(address === null ? [] : [leadOn(address)]), ...preloads.map(preload), block].join('');
  return withTheme(withTitle(withRoot(template, { language, theme, address }), language), theme)
    .replace(/<\/head>/i, () => `${head}</head>`)
    .replace(ROOT, () => `<div id="root">${screen}</div><script>${UNTIL_SCRIPT}</script>`);
}
