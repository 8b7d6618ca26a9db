import { projectFiles } from '#tools/source/project-files.ts';
import { importsOf } from '#tools/source/syntax.ts';

type Versions = Readonly<Record<string, string>>;

/** A package as package-lock.json holds it. */
export type Locked = {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly peerDependencies?: Versions;
  readonly optional?: boolean;
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
  /** The project itself asks for it. */
  readonly isDirect: boolean;
  /** The delivered packages that it asks for, each as name@version. */
  readonly dependsOn: readonly string[];
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

/** Where the packages lie that the server loads: what the project asks for, and what that asks for in turn. */
export const serverPackages = ({ packages }: LockFile): ReadonlySet<string> =>
  closureOf(Object.keys(packages['']?.dependencies ?? {}), packages);

/** What the build puts in the place of a package that the sources import (vite.phone.config.ts). */
const IN_PLACE = ['preact'];

/** Packages of this project: their licence is its own. */
const OWN = ['munjigi-atlas'];

/** The packages whose code the page may hold: those that its source imports. */
export const importedByPage = (): string[] => {
  const files = projectFiles('{src,phone,desk,machines,wire,i18n}/**/*.{ts,tsx}');
  const sources = files.flatMap((file) => importsOf(file)).filter((source) => /^[@\w]/.test(source));
  return [...new Set([...sources.map(nameOf), ...IN_PLACE])]
    .filter((name) => !name.startsWith('node:') && !OWN.includes(name))
    .sort();
};

/** What identifies a package. */
export const referenceOf = ({ name, version }: Pick<Delivered, 'name' | 'version'>): string =>
  `${name}@${version}`;

/** Every package that is delivered, one after the other by name; what both parts hold counts for the server. */
export function deliveredIn(lock: LockFile, page: readonly string[]): readonly Delivered[] {
  const { packages } = lock;
  const required = Object.keys(packages['']?.dependencies ?? {});
  const server = serverPackages(lock);
  const both = new Set([...server, ...closureOf(page, packages)]);
  const direct = new Set([...required, ...page].map((name) => placeOf(name, '', packages)));
  const identityOf = (place: string) => ({
    name: place.slice(place.lastIndexOf(ROOT) + ROOT.length),
    version: packages[place]?.version ?? '',
  });
  /** Peer dependencies count where they are installed. */
  const dependenciesOf = (place: string): readonly string[] => {
    const wanted = packages[place] ?? {};
    const names = { ...wanted.dependencies, ...wanted.optionalDependencies, ...wanted.peerDependencies };
    const places = Object.keys(names).map((name) => placeOf(name, place, packages));
    return places
      .flatMap((found) => (found !== null && both.has(found) ? [referenceOf(identityOf(found))] : []))
      .sort();
  };
  return [...both].sort().map((place) => ({
    ...identityOf(place),
    licence: packages[place]?.license ?? '',
    integrity: packages[place]?.integrity ?? '',
    part: server.has(place) ? 'server' : 'page',
    isDirect: direct.has(place),
    dependsOn: dependenciesOf(place),
  }));
}
