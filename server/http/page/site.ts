import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Language } from '#i18n/locale.ts';
import { DESK_ASSETS_PATH, DESK_PATH } from '#wire/desk/names.ts';
import { APP_PATH, type RenderPhoneScreen, SERVER_PHONE_FILE } from '#wire/phone-app.ts';
import { type RenderFirstScreen, type RunPortal, SERVER_PORTAL_FILE } from '#wire/server-portal.ts';
import { compress, type Encoding } from './encoding.ts';
import { cachedRendering } from './first-screen.ts';
import { workerFilePolicy } from './phone-security-policy.ts';
import { cspSource } from './security-headers.ts';

/** A built file with its compressed forms, which are created only once. */
export type SiteFile = {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly etag: string;
  /** Whether the name of the file contains a hash of the content. */
  readonly isHashed: boolean;
  /** Content security policy of the file, if it differs from the policy of all other answers. */
  readonly contentSecurityPolicy?: string;
  readonly compressed: ReadonlyMap<Encoding, Promise<Uint8Array>>;
};

/** The built portal: its page and all files that the page loads. */
export type Site = {
  readonly template: string;
  /** CSP sources (hashes) of the inline styles of the template. */
  readonly styles: readonly string[];
  /** The styles of all screens except the first screen, for a page in which another screen is rendered. */
  readonly screenStyle: string;
  /** Files of the portal and of the phone's web app, by path. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** Files of the help desk by path, which the portal does not serve. */
  readonly deskFiles: ReadonlyMap<string, SiteFile>;
  /** Paths of the scripts with the texts of a language, which the page loads first. */
  readonly textScripts: Readonly<Record<Language, readonly string[]>>;
  /** Paths of the scripts that make the portal's calls. */
  readonly callScripts: readonly string[];
  /** Paths of the scripts of a flow, by its name. */
  readonly flowScripts: (name: string) => readonly string[];
  /** Renders the ID entry; null without a server build, as in development. */
  readonly renderFirstScreen: RenderFirstScreen | null;
  /** Name of the build: a hash of the page, which contains the hashed names of the scripts. */
  readonly build: string;
  /** Runs the portal for browsers without scripts; null without a server build. */
  readonly runPortal: RunPortal | null;
  /** Renders the first screen of the phone's web app; null without a server build. */
  readonly renderPhone: RenderPhoneScreen | null;
};

/** The folder contains no built portal. */
export class NoSiteError extends Error {
  override readonly name = 'NoSiteError';
  readonly folder: string;

  constructor(folder: string) {
    super(`${folder} contains no built portal; build it first`);
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

/** Endings of the files that the build has compressed, by their encoding. */
const COMPRESSED_ENDINGS = { br: '.br', gzip: '.gz' } as const;

type Contents = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

const hashOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('base64url').slice(0, 22);

/**
 * Prepares a file for serving.
 * @param contents the contents of all built files by path, which may include compressed forms of the file
 */
export function siteFile(path: string, bytes: Uint8Array<ArrayBuffer>, contents: Contents): SiteFile {
  const extension = extname(path);
  const textType = TEXT_TYPES[extension];
  const encodings: readonly Encoding[] = textType ? ['br', 'gzip'] : [];
  return {
    type: textType ?? OTHER_TYPES[extension] ?? 'application/octet-stream',
    bytes,
    etag: `"${hashOf(bytes)}"`,
    isHashed: ['/assets/', `${APP_PATH}assets/`, DESK_ASSETS_PATH].some((folder) => path.startsWith(folder)),
    ...workerFilePolicy(path),
    compressed: new Map(
      encodings.map((encoding) => {
        const precompressed = contents.get(path + COMPRESSED_ENDINGS[encoding]);
        return [encoding, precompressed ? Promise.resolve(precompressed) : compress(bytes, encoding, 'once')];
      }),
    ),
  };
}

const scriptsNamed = (paths: readonly string[], name: string): readonly string[] =>
  paths.filter((path) => path.startsWith(`/assets/${name}-`) && path.endsWith('.js'));

const isCompressed = (path: string): boolean =>
  Object.values(COMPRESSED_ENDINGS).some((ending) => path.endsWith(ending));

const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="([^"]+)"[^>]*>/g;

/** Writes the style sheets of a page into the page, so that the first render waits for no other file. */
export function withInlineStyles(
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

/**
 * Creates a site from a page and the files that it loads.
 * @param contents the contents of the files, by path
 */
export function siteOf(
  page: string,
  contents: Contents,
  {
    renderFirstScreen,
    runPortal,
    renderPhone = null,
  }: Pick<Site, 'renderFirstScreen' | 'runPortal'> & Partial<Pick<Site, 'renderPhone'>>,
): Site {
  const paths = [...contents.keys()].filter((path) => !isCompressed(path));
  const filesWhere = (isServed: (path: string) => boolean) =>
    new Map(
      [...contents]
        .filter(([path]) => !isCompressed(path) && isServed(path))
        .map(([path, bytes]) => [path, siteFile(path, bytes, contents)]),
    );
  const isDeskFile = (path: string): boolean => path.startsWith(DESK_PATH);
  return {
    ...withInlineStyles(page, (path) => contents.get(path)),
    files: filesWhere((path) => !isDeskFile(path)),
    deskFiles: filesWhere(isDeskFile),
    screenStyle: [...contents]
      .filter(([path]) => path.startsWith('/assets/') && path.endsWith('.css') && !page.includes(path))
      .map(([, bytes]) => new TextDecoder().decode(bytes))
      .join(''),
    renderFirstScreen: renderFirstScreen && cachedRendering(renderFirstScreen),
    build: hashOf(page),
    runPortal,
    renderPhone,
    flowScripts: (name) => paths.filter((path) => new RegExp(`^/assets/${name}-[\\w-]{8}\\.js$`).test(path)),
    textScripts: { ko: scriptsNamed(paths, 'ko'), en: scriptsNamed(paths, 'en') },
    callScripts: scriptsNamed(paths, 'late'),
  };
}

/**
 * Reads the built portal, without source maps.
 * @throws NoSiteError when the folder has no index.html.
 */
export async function readSite(folder: string): Promise<Site> {
  if (!existsSync(folder)) throw new NoSiteError(folder);
  const fileNames = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
    .map((entry) => join(entry.parentPath, entry.name));
  const pathOf = (name: string): string => `/${relative(folder, name).split(sep).join('/')}`;
  const fileNameAt = (path: string): string | undefined => fileNames.find((name) => pathOf(name) === path);
  const page = fileNameAt('/index.html');
  if (!page) throw new NoSiteError(folder);
  const serverBuild = fileNameAt(`/${SERVER_PORTAL_FILE}`);
  const { renderFirstScreen, runPortal }: { renderFirstScreen?: RenderFirstScreen; runPortal?: RunPortal } =
    serverBuild ? await import(pathToFileURL(serverBuild).href) : {};
  const phoneBuild = fileNameAt(APP_PATH + SERVER_PHONE_FILE);
  const { renderPhoneScreen }: { renderPhoneScreen?: RenderPhoneScreen } = phoneBuild
    ? await import(pathToFileURL(phoneBuild).href)
    : {};
  const otherFiles = fileNames.filter((name) => name !== page && name !== serverBuild && name !== phoneBuild);
  const contents = otherFiles.map((name) => [pathOf(name), new Uint8Array(readFileSync(name))] as const);
  return siteOf(readFileSync(page, 'utf8'), new Map(contents), {
    renderFirstScreen: renderFirstScreen ?? null,
    runPortal: runPortal ?? null,
    renderPhone: renderPhoneScreen ?? null,
  });
}
