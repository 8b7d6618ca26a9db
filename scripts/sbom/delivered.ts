import { projectFiles } from '#scripts/source/project-files.ts';
import { importsOf } from '#scripts/source/syntax.ts';

type Versions = Readonly<Record<string, string>>;

/** A package as package-lock.json holds it. */
export type Locked = {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Versions;
  readonly optionalDependencies?: Versions;
};

export type LockFile = { readonly packages: Readonly<Record<string, Locked>> };

/** A package that goes out with the portal. */
export type Delivered = {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, or empty where the package names none. */
  readonly licence: string;
  /** As npm writes it: algorithm and hash in base64. */
  readonly integrity: string;
  /** In the folder of the server, or in the files of the page. */
  readonly part: 'server' | 'page';
};

const ROOT = 'node_modules/';

const nameOf = (source: string): string =>
  source
    .split('/')
    .slice(0, source.startsWith('@') ? 2 : 1)
    .join('/');

/** Where Node finds a package that the one at `path` asks for. */
function placeOf(name: string, path: string, packages: LockFile['packages']): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(ROOT) - 1))) {
    const place = folder === '' ? `${ROOT}${name}` : `${folder}/${ROOT}${name}`;
    if (place in packages) return place;
    if (folder === '') return null;
  }
}

function closureOf(names: readonly string[], packages: LockFile['packages']): ReadonlySet<string> {
  const places = new Set<string>();
  const follow = (name: string, from: string): void => {
    const place = placeOf(name, from, packages);
    if (place === null || places.has(place)) return;
    places.add(place);
    const { dependencies, optionalDependencies } = packages[place] ?? {};
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) follow(next, place);
  };
  for (const name of names) follow(name, '');
  return places;
}

/** The packages whose code the page may hold: those that its source imports. */
export const importedByPage = (): string[] => {
  const files = projectFiles('{src,machines,wire,i18n}/**/*.{ts,tsx}');
  const sources = files.flatMap((file) => importsOf(file)).filter((source) => /^[@\w]/.test(source));
  return [...new Set(sources.map(nameOf))].filter((name) => !name.startsWith('node:')).sort();
};

/** Every package that is delivered, one after the other by name; what both parts hold counts for the server. */
export function deliveredIn({ packages }: LockFile, page: readonly string[]): readonly Delivered[] {
  const { dependencies, optionalDependencies } = packages[''] ?? {};
  const server = closureOf(Object.keys({ ...dependencies, ...optionalDependencies }), packages);
  const both = new Set([...server, ...closureOf(page, packages)]);
  return [...both].sort().map((place) => {
    const { version = '', license = '', integrity = '' } = packages[place] ?? {};
    const name = place.slice(place.lastIndexOf(ROOT) + ROOT.length);
    return { name, version, licence: license, integrity, part: server.has(place) ? 'server' : 'page' };
  });
}
