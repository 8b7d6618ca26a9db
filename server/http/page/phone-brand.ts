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
import { inertJson, preload, ROOT, withRoot, withTheme } from './html.ts';
import { PHONE_PAGE } from './phone-policy.ts';
import { type Site, siteFile, withStyles } from './site.ts';

type Branding = ServerConfig['branding'];
type Files = Pick<Site, 'files'>;
type PhoneSite = Pick<Site, 'files' | 'renderPhone'>;

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const textOf = ({ files }: Files, path: string): string => new TextDecoder().decode(files.get(path)?.bytes);

/** Paths of the script with the texts of a language, which the page loads first. */
const textScriptsOf = ({ files }: Files, language: Language): readonly string[] =>
  [...files.keys()].filter((path) => path.startsWith(`${APP_PATH}assets/phone.${language}-`));

/**
 * The page in a language, with name, logo, colours and theme of the portal inside, so that it needs no call for them,
 * and with its styles. The markup of the first screen is in a template, which a script shows at a first open only.
 */
function writePhonePage(
  site: PhoneSite,
  { name, logo, theme = 'auto', colors }: Branding,
  language: Language,
): { readonly page: string; readonly styles: readonly string[] } {
  const picture = logoIn(logo, theme);
  const brand: PhoneBrand = { ...(name && { name }), ...(picture && { logo: picture }) };
  const block = `<script type="application/json" id="${PHONE_BRAND_ELEMENT}">${inertJson(brand)}</script>`;
  const head = [...textScriptsOf(site, language).map(preload), block, brandStyle(colors)?.element ?? ''].join(
    '',
  );
  const first = site.renderPhone
    ? `<template id="${FIRST_SCREEN_ELEMENT}">${site.renderPhone(language, brand)}</template><script>${FIRST_OPEN_SCRIPT}</script>`
    : '';
  const { template, styles } = withStyles(textOf(site, PHONE_PAGE), (path) => site.files.get(path)?.bytes);
  const page = withTheme(withRoot(template, { language, theme, address: null }), theme)
    .replace(/<\/head>/i, () => `${head}</head>`)
    .replace(ROOT, (root) => root + first);
  return { page, styles };
}

/**
 * The service worker with the pictures that it caches. A changed brand changes the version, so that the app updates
 * at its next start.
 */
function writeWorker(code: string, page: string, pictures: readonly string[]): string {
  const version = createHash('sha256').update(page).digest('base64url').slice(0, 12);
  return `const PORTAL_FILES=${JSON.stringify(pictures)},PORTAL_VERSION="${version}";${code}`;
}

/** Page and worker of the app for a brand and language; no files when the app was not built. */
export function brandedApp(
  site: PhoneSite,
  branding: Branding,
  language: Language,
): Files & { readonly styles: readonly string[] } {
  if (!site.files.has(PHONE_PAGE)) return { files: new Map(), styles: [] };
  const { page, styles } = writePhonePage(site, branding, language);
  const pictures = picturesOf(logoIn(branding.logo, branding.theme)).filter((path) => site.files.has(path));
  const { page: koreanPage } = writePhonePage(site, branding, 'ko');
  const worker = writeWorker(textOf(site, WORKER_PATH), koreanPage, pictures);
  const brandedFiles = [
    [PHONE_PAGE, page],
    [WORKER_PATH, worker],
  ] as const;
  return {
    files: new Map(brandedFiles.map(([path, text]) => [path, siteFile(path, encode(text), new Map())])),
    styles,
  };
}

/** The web app manifest with the portal's name in one language. */
export function brandedManifest(site: Files, { name }: Branding, language: Language): object {
  const manifest = JSON.parse(textOf(site, MANIFEST_PATH));
  return { ...manifest, lang: language, ...(name && { name: name[language], short_name: name[language] }) };
}
