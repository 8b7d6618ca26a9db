import type { Language } from '#i18n/locale.ts';
import { RUNTIME_CONFIG_ELEMENT } from '#wire/names.ts';
import type { RuntimeConfigBlock } from '#wire/runtime-config.ts';
import {
  FORM_KEY_PLACE,
  SCREEN_ELEMENT,
  START_TITLE,
  type StoredScreen,
  type Visited,
} from '#wire/server-portal.ts';
import { UNTIL_SCRIPT } from '#wire/until-script.ts';

/** JSON that cannot close its script element. */
export const inertJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

type RootValues = Pick<PageValues, 'language' | 'theme' | 'address'>;

/** The page with its language, and a theme or address that it has of its own. */
export const withRoot = (template: string, { language, theme, address }: RootValues): string => {
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
export const withTheme = (page: string, theme: PageValues['theme']): string =>
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

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const withTitle = (page: string, title: string): string =>
  page.replace(/<title>[^<]*<\/title>/i, () => `<title>${escaped(title)}</title>`);

/** The same page without scripts: it asks again after this many seconds. */
const askAgain = (seconds: number): string =>
  `<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`;

/** The screen that stands in a page, for the script to go on from. */
const screenBlock = (screen: StoredScreen): string =>
  `<script type="application/json" id="${SCREEN_ELEMENT}">${inertJson(screen)}</script>`;

/** What the page says behind a server that draws nothing. */
const NEEDS_SCRIPTS = /<noscript>[\s\S]*?<\/noscript>/;

/** The element that the app or the portal renders into. */
export const ROOT = /<div id="root"><\/div>/;

/** Has the browser load a script at once that the page will ask for. */
export const preload = (path: string): string => `<link rel="modulepreload" crossorigin href="${path}">`;

export type PageValues = {
  readonly language: Language;
  /** What the operator has chosen; auto leaves it to the device. */
  readonly theme: 'auto' | 'light' | 'dark';
  readonly config: RuntimeConfigBlock;
  /** Scripts that the page will ask for anyway: naming them here saves a round trip. */
  readonly preloads: readonly string[];
  /** Markup for the portal's element, so that there is a picture before the script; empty for none. */
  readonly screen: string;
  /** What the portal has drawn into `screen` beyond the ID entry; null for none. */
  readonly visited: Visited | null;
  /** The styles of `visited`. */
  readonly screenStyle: string;
  /** The style element of the brand's colours; empty for the portal's own. */
  readonly brandStyle: string;
  /** Key of the forms in the page. */
  readonly formKey: string;
  /** Where a browser without scripts goes for the screen; null where it stands in the page. */
  readonly withoutScripts: string | null;
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
  {
    language,
    theme,
    config,
    preloads,
    screen,
    visited,
    screenStyle,
    brandStyle,
    formKey,
    withoutScripts,
    address,
  }: PageValues,
): string {
  const block = `<script type="application/json" id="${RUNTIME_CONFIG_ELEMENT}">${inertJson(config)}</script>`;
  const lead = address ?? withoutScripts;
  const head = [
    ...(lead === null ? [] : [leadOn(lead)]),
    ...(visited?.refreshSeconds ? [askAgain(visited.refreshSeconds)] : []),
    ...preloads.map(preload),
    block,
    ...(visited ? [`<style>${screenStyle}</style>`, screenBlock(visited.screen)] : []),
    brandStyle,
  ].join('');
  const isWithoutScripts = screen !== '' || withoutScripts !== null;
  const markup = screen.replaceAll(FORM_KEY_PLACE, formKey);
  return withTheme(
    withTitle(withRoot(template, { language, theme, address }), visited?.title ?? START_TITLE[language]),
    theme,
  )
    .replace(isWithoutScripts ? NEEDS_SCRIPTS : '', '')
    .replace(/<\/head>/i, () => `${head}</head>`)
    .replace(ROOT, () => `<div id="root">${markup}</div><script>${UNTIL_SCRIPT}</script>`);
}
