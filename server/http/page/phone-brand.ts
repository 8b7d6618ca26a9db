import { createHash } from 'node:crypto';
import type { Language } from '#i18n/locale.ts';
import { logoIn, picturesOf } from '#server/config/branding.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { FIRST_OPEN_SCRIPT } from '#wire/first-open-script.ts';
import {
  APP_PATH,
  FIRST_SCREEN_ELEMENT,
  MANIFEST_PATH,
  PHONE_BRAND_ELEMENT,
  type PhoneBrand,
  WORKER_PATH,
} from '#wire/phone-app.ts';
import { brandStyle } from './brand-style.ts';
import { inertJson, preload, ROOT_ELEMENT, withRootAttributes, withTheme } from './html.ts';
import { PHONE_PAGE_PATH } from './phone-security-policy.ts';
import { type Site, siteFile, withInlineStyles } from './site.ts';

type Branding = ServerConfig['branding'];
type Files = Pick<Site, 'files'>;
type PhoneSite = Pick<Site, 'files' | 'renderPhone'>;

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const textOf = ({ files }: Files, path: string): string => new TextDecoder().decode(files.get(path)?.bytes);

/** Paths of the scripts with the texts of a language, which the page loads first. */
const textScriptsOf = ({ files }: Files, language: Language): readonly string[] =>
  [...files.keys()].filter((path) => path.startsWith(`${APP_PATH}assets/phone.${language}-`));

/**
 * Writes the page of the app in a language. The page contains the name, logo, colours and theme of the portal, so that
 * it need not request them. The markup of the first screen is in a template, which a script shows only when the app is
 * opened for the first time.
 * @returns the page, and the CSP sources of its inline styles
 */
function writePhonePage(
  site: PhoneSite,
  { name, logo, theme = 'auto', colors }: Branding,
  language: Language,
): { readonly page: string; readonly styles: readonly string[] } {
  const picture = logoIn(logo, theme);
  const brand: PhoneBrand = { ...(name && { name }), ...(picture && { logo: picture }) };
  const brandBlock = `<script type="application/json" id="${PHONE_BRAND_ELEMENT}">${inertJson(brand)}</script>`;
  const head = [
    ...textScriptsOf(site, language).map(preload),
    brandBlock,
    brandStyle(colors)?.element ?? '',
  ].join('');
  const firstScreen = site.renderPhone
    ? `<template id="${FIRST_SCREEN_ELEMENT}">${site.renderPhone(language, brand)}</template><script>${FIRST_OPEN_SCRIPT}</script>`
    : '';
  const { template, styles } = withInlineStyles(
    textOf(site, PHONE_PAGE_PATH),
    (path) => site.files.get(path)?.bytes,
  );
  const page = withTheme(withRootAttributes(template, { language, theme, address: null }), theme)
    .replace(/<\/head>/i, () => `${head}</head>`)
    .replace(ROOT_ELEMENT, (root) => root + firstScreen);
  return { page, styles };
}

/**
 * Writes the service worker, with the paths of the pictures that it caches. A change of the brand changes the version,
 * so that the app is updated when it is opened the next time.
 */
function writeWorker(code: string, page: string, pictures: readonly string[]): string {
  const version = createHash('sha256').update(page).digest('base64url').slice(0, 12);
  return `const PORTAL_FILES=${JSON.stringify(pictures)},PORTAL_VERSION="${version}";${code}`;
}

/** The page and the worker of the app for a brand and language; no files when the app was not built. */
export function brandedApp(
  site: PhoneSite,
  branding: Branding,
  language: Language,
): Files & { readonly styles: readonly string[] } {
  if (!site.files.has(PHONE_PAGE_PATH)) return { files: new Map(), styles: [] };
  const { page, styles } = writePhonePage(site, branding, language);
  const pictures = picturesOf(logoIn(branding.logo, branding.theme)).filter((path) => site.files.has(path));
  const { page: koreanPage } = writePhonePage(site, branding, 'ko');
  const worker = writeWorker(textOf(site, WORKER_PATH), koreanPage, pictures);
  const brandedFiles = [
    [PHONE_PAGE_PATH, page],
    [WORKER_PATH, worker],
  ] as const;
  return {
    files: new Map(brandedFiles.map(([path, text]) => [path, siteFile(path, bytesOf(text), new Map())])),
    styles,
  };
}

/** The web app manifest with the portal's name in one language. */
export function brandedManifest(site: Files, { name }: Branding, language: Language): object {
  const manifest = JSON.parse(textOf(site, MANIFEST_PATH));
  return { ...manifest, lang: language, ...(name && { name: name[language], short_name: name[language] }) };
}
