import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '#i18n/locale.ts';
import { DESK_ASSETS, DESK_PATH } from '#wire/desk/names.ts';
import { APP_PATH, type RenderPhoneScreen, SERVER_PHONE_FILE } from '#wire/phone-app.ts';
import { type DrawFirstScreen, SERVER_PORTAL_FILE, type VisitPortal } from '#wire/server-portal.ts';
import { compress, type Encoding } from './encoding.ts';
import { cachedDrawing } from './first-screen.ts';
import { phonePolicy } from './phone-policy.ts';
import { cspSource } from './security-headers.ts';

/** A built file, compressed once for everyone. */
export type SiteFile = {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  /** The name carries a hash of the content. */
  readonly isHashed: boolean;
  /** Content security policy in the place of the common one. */
  readonly policy?: string;
  readonly compressed: ReadonlyMap<Encoding, Promise<Uint8Array>>;
};

/** The built portal: its page and everything that the page loads. */
export type Site = {
  readonly template: string;
  /** CSP sources (hashes) of the inline styles of the template. */
  readonly styles: readonly string[];
  /** The styles of all screens but the first, for a page that the portal has drawn another one into. */
  readonly screenStyle: string;
  /** By path. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** Those of the help desk, which the portal does not serve. */
  readonly deskFiles: ReadonlyMap<string, SiteFile>;
  /** Paths of the scripts with the texts of a language, which the page's script asks for first. */
  readonly texts: Readonly<Record<Language, readonly string[]>>;
  /** Paths of the script that makes the portal's calls. */
  readonly calls: readonly string[];
  /** Paths of the scripts of a flow, by its name. */
  readonly flow: (name: string) => readonly string[];
  /** Draws the ID entry; null when the build brought nothing that does, as in development. */
  readonly draw: DrawFirstScreen | null;
  /** Runs the portal for pages without scripts; null as above. */
  readonly visit: VisitPortal | null;
  /** Renders the first screen of the app on the phone; null as above. */
  readonly renderPhone: RenderPhoneScreen | null;
};

/** There is no built portal in the folder. */
export class NoSiteError extends Error {
  override readonly name = 'NoSiteError';
  readonly folder: string;

  constructor(folder: string) {
    super(`${folder} holds no built portal; build it first`);
    this.folder = folder;
  }
}

const TEXT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

const OTHER_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The endings of files that the build has compressed. */
const AT_REST = { br: '.br', gzip: '.gz' } as const;

type Contents = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/** A file to serve. @param contents where its compressed forms may be, by path */
export function siteFile(path: string, bytes: Uint8Array<ArrayBuffer>, contents: Contents): SiteFile {
  const extension = extname(path);
  const textType = TEXT_TYPES[extension];
  const encodings: readonly Encoding[] = textType ? ['br', 'gzip'] : [];
  return {
    type: textType ?? OTHER_TYPES[extension] ?? 'application/octet-stream',
    bytes,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    isHashed: ['/assets/', `${APP_PATH}assets/`, DESK_ASSETS].some((folder) => path.startsWith(folder)),
    ...phonePolicy(path),
    compressed: new Map(
      encodings.map((encoding) => {
        const atRest = contents.get(path + AT_REST[encoding]);
        return [encoding, atRest ? Promise.resolve(atRest) : compress(bytes, encoding, 'once')];
      }),
    ),
  };
}

const scriptsOf = (paths: readonly string[], name: string): readonly string[] =>
  paths.filter((path) => path.startsWith(`/assets/${name}-`) && path.endsWith('.js'));

const isAtRest = (path: string): boolean => Object.values(AT_REST).some((ending) => path.endsWith(ending));

const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g;

/** The page with its style sheets in it: its first picture waits for no other file. */
export function withStyles(
  page: string,
  bytesOf: (path: string) => Uint8Array | undefined,
): { template: string; styles: string[] } {
  const styles: string[] = [];
  const template = page.replace(STYLE_SHEET, (link, path: string) => {
    const bytes = bytesOf(path);
    if (!bytes) return link;
    const style = new TextDecoder().decode(bytes);
    styles.push(cspSource(style));
    return `<style>${style}</style>`;
  });
  return { template, styles };
}

/** A site of a page and files by path. */
export function siteOf(
  page: string,
  contents: Contents,
  { draw, visit, renderPhone = null }: Pick<Site, 'draw' | 'visit'> & Partial<Pick<Site, 'renderPhone'>>,
): Site {
  const paths = [...contents.keys()].filter((path) => !isAtRest(path));
  const filesWhere = (isServed: (path: string) => boolean) =>
    new Map(
      [...contents]
        .filter(([path]) => !isAtRest(path) && isServed(path))
        .map(([path, bytes]) => [path, siteFile(path, bytes, contents)]),
    );
  const isOfDesk = (path: string): boolean => path.startsWith(DESK_PATH);
  return {
    ...withStyles(page, (path) => contents.get(path)),
    files: filesWhere((path) => !isOfDesk(path)),
    deskFiles: filesWhere(isOfDesk),
    screenStyle: [...contents]
      .filter(([path]) => path.startsWith('/assets/') && path.endsWith('.css') && !page.includes(path))
      .map(([, bytes]) => new TextDecoder().decode(bytes))
      .join(''),
    draw: draw && cachedDrawing(draw),
    visit,
    renderPhone,
    flow: (name) => paths.filter((path) => new RegExp(`^/assets/${name}-[\\w-]{8}\\.js$`).test(path)),
    texts: { ko: scriptsOf(paths, 'ko'), en: scriptsOf(paths, 'en') },
    calls: scriptsOf(paths, 'late'),
  };
}

/**
 * Reads the built portal. Source maps stay out: they are for people who have the sources.
 * @throws NoSiteError when the folder has no index.html.
 */
export async function readSite(folder: string): Promise<Site> {
  if (!existsSync(folder)) throw new NoSiteError(folder);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath, entry.name));
  const pathOf = (name: string): string => `/${relative(folder, name).split(sep).join('/')}`;
  const named = (path: string): string | undefined => names.find((name) => pathOf(name) === path);
  const page = named('/index.html');
  if (!page) throw new NoSiteError(folder);
  const drawing = named(`/${SERVER_PORTAL_FILE}`);
  const { drawFirstScreen, visitPortal }: { drawFirstScreen?: DrawFirstScreen; visitPortal?: VisitPortal } =
    drawing ? await import(pathToFileURL(drawing).href) : {};
  const phone = named(APP_PATH + SERVER_PHONE_FILE);
  const { renderPhoneScreen }: { renderPhoneScreen?: RenderPhoneScreen } = phone
    ? await import(pathToFileURL(phone).href)
    : {};
  const others = names.filter((name) => name !== page && name !== drawing && name !== phone);
  const contents = others.map((name) => [pathOf(name), new Uint8Array(readFileSync(name))] as const);
  return siteOf(readFileSync(page, 'utf8'), new Map(contents), {
    draw: drawFirstScreen ?? null,
    visit: visitPortal ?? null,
    renderPhone: renderPhoneScreen ?? null,
  });
}
