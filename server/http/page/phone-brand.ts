import { createHash } from 'node:crypto';
import type { Language } from '#i18n/locale.ts';
import { logoIn, picturesOf } from '#server/config/branding.ts';
import type { ServerConfig } from '#server/config/schema.ts';
import { MANIFEST_PATH, PHONE_BRAND_ELEMENT, type PhoneBrand, WORKER_PATH } from '#wire/phone-app.ts';
import { brandStyle } from './brand-style.ts';
import { inertJson, withRoot, withTheme } from './html.ts';
import { PHONE_PAGE } from './phone-policy.ts';
import { type Site, siteFile } from './site.ts';

type Branding = ServerConfig['branding'];
type Files = Pick<Site, 'files'>;

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

const textOf = ({ files }: Files, path: string): string => new TextDecoder().decode(files.get(path)?.bytes);

/** The page with name, logo, colours and theme of the portal, which it shows without asking for them. */
function writePhonePage(template: string, { name, logo, theme = 'auto', colors }: Branding): string {
  const picture = logoIn(logo, theme);
  const brand: PhoneBrand = { ...(name && { name }), ...(picture && { logo: picture }) };
  const block = `<script type="application/json" id="${PHONE_BRAND_ELEMENT}">${inertJson(brand)}</script>`;
  const head = block + (brandStyle(colors)?.element ?? '');
  return withTheme(withRoot(template, { language: 'ko', theme, address: null }), theme).replace(
    /<\/head>/i,
    () => `${head}</head>`,
  );
}

/** The worker with what it keeps of the brand. Another brand makes another version of the app, which comes at its next start. */
function writeWorker(code: string, page: string, pictures: readonly string[]): string {
  const version = createHash('sha256').update(page).digest('base64url').slice(0, 12);
  return `const PORTAL_FILES=${JSON.stringify(pictures)},PORTAL_VERSION="${version}";${code}`;
}

/** Page and worker of the app as a portal of this brand serves them; nothing where no app was built. */
export function brandedApp(site: Files, branding: Branding): Files {
  if (!site.files.has(PHONE_PAGE)) return { files: new Map() };
  const page = writePhonePage(textOf(site, PHONE_PAGE), branding);
  const pictures = picturesOf(logoIn(branding.logo, branding.theme)).filter((path) => site.files.has(path));
  const worker = writeWorker(textOf(site, WORKER_PATH), page, pictures);
  const written = [
    [PHONE_PAGE, page],
    [WORKER_PATH, worker],
  ] as const;
  return { files: new Map(written.map(([path, text]) => [path, siteFile(path, encode(text), new Map())])) };
}

/** The manifest, by which the app is installed under the name of its portal in one language. */
export function brandedManifest(site: Files, { name }: Branding, language: Language): object {
  const manifest = JSON.parse(textOf(site, MANIFEST_PATH));
  return { ...manifest, lang: language, ...(name && { name: name[language], short_name: name[language] }) };
}
