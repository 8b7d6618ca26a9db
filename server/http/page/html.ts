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

/**
 * Sets language, theme and address as attributes of the root element. The theme `auto` and the address null are left
 * out.
 */
export const withRootAttributes = (template: string, { language, theme, address }: RootValues): string => {
  const attributes = [
    `lang="${language}"`,
    ...(theme === 'auto' ? [] : [`data-theme="${theme}"`]),
    ...(address === null ? [] : [`data-address="${address}"`]),
  ];
  return template.replace(/<html[^>]*>/i, (tag) =>
    tag.replace(/\slang="[^"]*"/i, '').replace(/^<html/i, `<html ${attributes.join(' ')}`),
  );
};

const COLOR_SCHEME_META = /(<meta name="color-scheme" content=")[^"]*/;
const THEME_COLOR_META =
  / *<meta name="theme-color"([^>]*?) media="\(prefers-color-scheme: (light|dark)\)"([^>]*>)\n?/g;

/** Sets `color-scheme` and `theme-color` to one theme, which the browser reads before any style. */
export const withTheme = (page: string, theme: PageValues['theme']): string =>
  theme === 'auto'
    ? page
    : page
        .replace(COLOR_SCHEME_META, `$1${theme}`)
        .replace(THEME_COLOR_META, (_, before: string, scheme: string, after: string) =>
          scheme === theme ? `<meta name="theme-color"${before}${after}` : '',
        );

/** An element that redirects a browser without scripts. */
const redirectWithoutScripts = (address: string): string =>
  `<noscript><meta http-equiv="refresh" content="0;url=${address}"></noscript>`;

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const withTitle = (page: string, title: string): string =>
  page.replace(/<title>[^<]*<\/title>/i, () => `<title>${escapeHtml(title)}</title>`);

/** An element that reloads the page after some seconds in a browser without scripts. */
const refreshWithoutScripts = (seconds: number): string =>
  `<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`;

/** The stored state of the rendered screen, from which the script resumes. */
const screenBlock = (screen: StoredScreen): string =>
  `<script type="application/json" id="${SCREEN_ELEMENT}">${inertJson(screen)}</script>`;

/** The template's message for browsers without scripts, shown when the server renders nothing. */
const NEEDS_SCRIPTS_MESSAGE = /<noscript>[\s\S]*?<\/noscript>/;

/** The empty element into which the portal or the phone's app renders. */
export const ROOT_ELEMENT = /<div id="root"><\/div>/;

/** A link element that preloads a module script. */
export const preload = (path: string): string => `<link rel="modulepreload" crossorigin href="${path}">`;

export type PageValues = {
  readonly language: Language;
  /** The configured theme; `auto` is the theme of the person's device. */
  readonly theme: 'auto' | 'light' | 'dark';
  readonly config: RuntimeConfigBlock;
  /** Paths of scripts to preload, which saves a round trip. */
  readonly preloads: readonly string[];
  /** Markup inside the root element, shown before the script runs; empty when the server renders no screen. */
  readonly screenMarkup: string;
  /** The result whose markup is `screenMarkup`; null when `screenMarkup` is the ID entry or empty. */
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
   * Path and query of the page, without quotes and ampersands, when the page is served at another address; otherwise
   * null.
   */
  readonly address: string | null;
};

/**
 * Writes a page: language, title, runtime configuration as inert JSON, and markup. The inline script is placed after
 * the markup, so that the first render does not wait for the script, and a module that fails to load is reported after
 * the page was parsed.
 */
export function writePage(
  template: string,
  {
    language,
    theme,
    config,
    preloads,
    screenMarkup,
    result,
    screenStyle,
    brandStyle,
    formKey,
    scriptlessAddress,
    address,
  }: PageValues,
): string {
  const configBlock = `<script type="application/json" id="${RUNTIME_CONFIG_ELEMENT}">${inertJson(config)}</script>`;
  const redirectAddress = address ?? scriptlessAddress;
  const headContent = [
    ...(redirectAddress === null ? [] : [redirectWithoutScripts(redirectAddress)]),
    ...(result?.refreshSeconds ? [refreshWithoutScripts(result.refreshSeconds)] : []),
    ...preloads.map(preload),
    configBlock,
    ...(result ? [`<style>${screenStyle}</style>`, screenBlock(result.screen)] : []),
    brandStyle,
  ].join('');
  const worksWithoutScripts = screenMarkup !== '' || scriptlessAddress !== null;
  const markup = screenMarkup.replaceAll(FORM_KEY_PLACEHOLDER, formKey);
  const title = result?.title ?? START_TITLE[language];
  const page = withTheme(withTitle(withRootAttributes(template, { language, theme, address }), title), theme);
  return (worksWithoutScripts ? page.replace(NEEDS_SCRIPTS_MESSAGE, '') : page)
    .replace(/<\/head>/i, () => `${headContent}</head>`)
    .replace(ROOT_ELEMENT, () => `<div id="root">${markup}</div><script>${EARLY_SCRIPT}</script>`);
}
