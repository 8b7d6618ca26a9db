import { createHash } from 'node:crypto';
import type { Language } from '#i18n/locale.ts';
import { logoIn, picturesOf } from '#server/config/branding.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import {
  APP_PATH,
  MANIFEST_PATH,
  PHONE_BRAND_ELEMENT,
  type PhoneBrand,
  WORKER_PATH,
} from '#wire/phone-app.ts';
import { brandStyle } from './brand-style.ts';
import { inertJson, preload, withRoot, withTheme } from './html.ts';
import { PHONE_PAGE } from './phone-policy.ts';
import { type Site, siteFile } from './site.ts';

type Branding = ServerConfig['branding'];
type Files = Pick<Site, 'files'>;

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const textOf = ({ files }: Files, path: string): string => new TextDecoder().decode(files.get(path)?.bytes);

/** Paths of the script with the texts of a language, which the page loads first. */
const textsOf = ({ files }: Files, language: Language): readonly string[] =>
  [...files.keys()].filter((path) => path.startsWith(`${APP_PATH}assets/phone.${language}-`));

/**
 * The page in a language, with name, logo, colours and theme of the portal inside, so that it needs no call for them.
 */
function writePhonePage(
  site: Files,
  { name, logo, theme = 'auto', colors }: Branding,
  language: Language,
): string {
  const picture = logoIn(logo, theme);
  const brand: PhoneBrand = { ...(name && { name }), ...(picture && { logo: picture }) };
  const block = `<script type="application/json" id="${PHONE_BRAND_ELEMENT}">${inertJson(brand)}</script>`;
  const head = [...textsOf(site, language).map(preload), block, brandStyle(colors)?.element ?? ''].join('');
  const page = withRoot(textOf(site, PHONE_PAGE), { language, theme, address: null });
  return withTheme(page, theme).replace(/<\/head>/i, () => `${head}</head>`);
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
export function brandedApp(site: Files, branding: Branding, language: Language): Files {
  if (!site.files.has(PHONE_PAGE)) return { files: new Map() };
  const page = writePhonePage(site, branding, language);
  const pictures = picturesOf(logoIn(branding.logo, branding.theme)).filter((path) => site.files.has(path));
  const version = writePhonePage(site, branding, 'ko');
  const worker = writeWorker(textOf(site, WORKER_PATH), version, pictures);
  const written = [
    [PHONE_PAGE, page],
    [WORKER_PATH, worker],
  ] as const;
  return { files: new Map(written.map(([path, text]) => [path, siteFile(path, encode(text), new Map())])) };
}

/** The web app manifest with the portal's name in one language. */
export function brandedManifest(site: Files, { name }: Branding, language: Language): object {
  const manifest = JSON.parse(textOf(site, MANIFEST_PATH));
  return { ...manifest, lang: language, ...(name && { name: name[language], short_name: name[language] }) };
}
