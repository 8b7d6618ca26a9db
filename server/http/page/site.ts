import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import type { Language } from '#i18n/locale.ts';
import { FIRST_SCREEN_FILE, type FirstScreens } from '#wire/first-screen.ts';
import { compress, type Encoding } from './encoding.ts';

/** A built file, compressed once for everyone. */
export type SiteFile = {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  /** The name carries a hash of the content. */
  readonly isHashed: boolean;
  readonly compressed: ReadonlyMap<Encoding, Promise<Uint8Array>>;
};

/** The built portal: its page and everything that the page loads. */
export type Site = {
  readonly template: string;
  /** By path. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** Paths of the scripts with the texts of a language, which the page's script asks for first. */
  readonly texts: Readonly<Record<Language, readonly string[]>>;
  /** Paths of the script that makes the portal's calls. */
  readonly calls: readonly string[];
  /** Markup of the ID entry; null when the build brought none, as in development. */
  readonly firstScreens: FirstScreens | null;
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

const PAGE = '/index.html';
const FIRST_SCREENS = `/${FIRST_SCREEN_FILE}`;

function siteFile(path: string, bytes: Uint8Array<ArrayBuffer>): SiteFile {
  const extension = extname(path);
  const textType = TEXT_TYPES[extension];
  const encodings: readonly Encoding[] = textType ? ['br', 'gzip'] : [];
  return {
    type: textType ?? OTHER_TYPES[extension] ?? 'application/octet-stream',
    bytes,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    isHashed: path.startsWith('/assets/'),
    compressed: new Map(encodings.map((encoding) => [encoding, compress(bytes, encoding, 'once')])),
  };
}

const scriptsOf = (paths: readonly string[], name: string): readonly string[] =>
  paths.filter((path) => path.startsWith(`/assets/${name}-`) && path.endsWith('.js'));

/** A site of a page and files by path. */
export function siteOf(template: string, contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>): Site {
  const paths = [...contents.keys()];
  const firstScreens = contents.get(FIRST_SCREENS);
  return {
    template,
    files: new Map(
      [...contents]
        .filter(([path]) => path !== FIRST_SCREENS)
        .map(([path, bytes]) => [path, siteFile(path, bytes)]),
    ),
    firstScreens: firstScreens ? JSON.parse(new TextDecoder().decode(firstScreens)) : null,
    texts: { ko: scriptsOf(paths, 'ko'), en: scriptsOf(paths, 'en') },
    calls: scriptsOf(paths, 'client'),
  };
}

/**
 * Reads the built portal. Source maps stay out: they are for people who have the sources.
 * @throws NoSiteError when the folder has no index.html.
 */
export function readSite(folder: string): Site {
  if (!existsSync(folder)) throw new NoSiteError(folder);
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath, entry.name));
  const pathOf = (name: string): string => `/${relative(folder, name).split(sep).join('/')}`;
  const page = names.find((name) => pathOf(name) === PAGE);
  if (!page) throw new NoSiteError(folder);
  const others = names.filter((name) => name !== page);
  const contents = others.map((name) => [pathOf(name), new Uint8Array(readFileSync(name))] as const);
  return siteOf(readFileSync(page, 'utf8'), new Map(contents));
}
