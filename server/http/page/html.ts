import type { Language } from '#i18n/locale.ts';
import { EARLY_SCRIPT } from '#wire/early-script.ts';
import { RUNTIME_CONFIG_ELEMENT } from '#wire/names.ts';
import type { RuntimeConfigBlock } from '#wire/runtime-config.ts';
import {
  FORM_KEY_PLACEHOLDER,
  type PageResult,
  SCREEN_ELEMENT,
  START_TITLE,
  type StoredScreen,
} from '#wire/server-portal.ts';

/** JSON that cannot close its script element. */
export const inertJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

type RootValues = Pick<PageValues, 'language' | 'theme' | 'address'>;

/** Sets language, theme and address on the root element; `auto` and null set nothing. */
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

/** Sets `color-scheme` and `theme-color` to one theme, which the browser reads before any style. */
export const withTheme = (page: string, theme: PageValues['theme']): string =>
  theme === 'auto'
    ? page
    : page
        .replace(SCHEME, `$1${theme}`)
        .replace(THEME_COLOR, (_, before: string, scheme: string, after: string) =>
          scheme === theme ? `<meta name="theme-color"${before}${after}` : '',
        );

/** Redirects a browser without scripts. */
const redirectWithoutScripts = (address: string): string =>
  `<noscript><meta http-equiv="refresh" content="0;url=${address}"></noscript>`;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const withTitle = (page: string, title: string): string =>
  page.replace(/<title>[^<]*<\/title>/i, () => `<title>${escaped(title)}</title>`);

/** Reloads the page after this many seconds in a browser without scripts. */
const refreshWithoutScripts = (seconds: number): string =>
  `<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`;

/** The stored state of the rendered screen, from which the script resumes. */
const screenBlock = (screen: StoredScreen): string =>
  `<script type="application/json" id="${SCREEN_ELEMENT}">${inertJson(screen)}</script>`;

/** The template's message for browsers without scripts, shown when the server renders nothing. */
const NEEDS_SCRIPTS = /<noscript>[\s\S]*?<\/noscript>/;

/** The element that the app or the portal renders into. */
export const ROOT = /<div id="root"><\/div>/;

/** Preloads a module script. */
export const preload = (path: string): string => `<link rel="modulepreload" crossorigin href="${path}">`;

export type PageValues = {
  readonly language: Language;
  /** The operator's setting; `auto` follows the device. */
  readonly theme: 'auto' | 'light' | 'dark';
  readonly config: RuntimeConfigBlock;
  /** Paths of scripts to preload, which saves a round trip. */
  readonly preloads: readonly string[];
  /** Markup of the root element, shown before the script runs; empty for none. */
  readonly screen: string;
  /** The result that was rendered into `screen`; null for the ID entry or no markup. */
  readonly result: PageResult | null;
  /** The styles of `result`. */
  readonly screenStyle: string;
  /** The style element of the brand's colours; empty for the default colours. */
  readonly brandStyle: string;
  /** Key of the forms in the page. */
  readonly formKey: string;
  /** Address of the rendered screen for a browser without scripts; null when the page contains it. */
  readonly scriptlessAddress: string | null;
  /**
   * The page's own path and query, without quotes and ampersands, when it answers a request to another address; else
   * null.
   */
  readonly address: string | null;
};

/**
 * Writes a page: language, title, runtime configuration as inert JSON, and markup. The inline script
 * comes after the markup: the first render does not wait for it, and a module that fails to load is reported after
 * the page was parsed.
 */
export function writePage(
  template: string,
  {
    language,
    theme,
    config,
    preloads,
    screen,
    result,
    screenStyle,
    brandStyle,
    formKey,
    scriptlessAddress,
    address,
  }: PageValues,
): string {
  const block = `<script type="application/json" id="${RUNTIME_CONFIG_ELEMENT}">${inertJson(config)}</script>`;
  const redirectAddress = address ?? scriptlessAddress;
  const head = [
    ...(redirectAddress === null ? [] : [redirectWithoutScripts(redirectAddress)]),
    ...(result?.refreshSeconds ? [refreshWithoutScripts(result.refreshSeconds)] : []),
    ...preloads.map(preload),
    block,
    ...(result ? [`<style>${screenStyle}</style>`, screenBlock(result.screen)] : []),
    brandStyle,
  ].join('');
  const isWithoutScripts = screen !== '' || scriptlessAddress !== null;
  const markup = screen.replaceAll(FORM_KEY_PLACEHOLDER, formKey);
  return withTheme(
    withTitle(withRoot(template, { language, theme, address }), result?.title ?? START_TITLE[language]),
    theme,
  )
    .replace(isWithoutScripts ? NEEDS_SCRIPTS : '', '')
    .replace(/<\/head>/i, () => `${head}</head>`)
    .replace(ROOT, () => `<div id="root">${markup}</div><script>${EARLY_SCRIPT}</script>`);
}
