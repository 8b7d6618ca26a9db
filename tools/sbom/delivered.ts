import { projectFiles } from '#tools/source/project-files.ts';
import { importsOf } from '#tools/source/syntax.ts';

type Versions = Readonly<Record<string, string>>;

/** An entry of package-lock.json. */
export type LockEntry = {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly peerDependencies?: Versions;
  readonly optional?: boolean;
};

export type LockFile = { readonly packages: Readonly<Record<string, LockEntry>> };

/** A package that is delivered with the portal. */
export type DeliveredPackage = {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; empty when the package has none. */
  readonly licence: string;
  /** npm's integrity: algorithm and hash in base64. */
  readonly integrity: string;
  /** Whether the server loads it or the page contains it. */
  readonly part: 'server' | 'page';
  /** Whether the project itself depends on it. */
  readonly isDirect: boolean;
  /** Its delivered dependencies, each as name@version. */
  readonly dependsOn: readonly string[];
};

const ROOT = 'node_modules/';

const nameOf = (source: string): string =>
  source
    .split('/')
    .slice(0, source.startsWith('@') ? 2 : 1)
    .join('/');

/** The location at which Node finds a dependency of the package at `path`; null for none. */
function locationOf(name: string, path: string, packages: LockFile['packages']): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(ROOT) - 1))) {
    const location = folder === '' ? `${ROOT}${name}` : `${folder}/${ROOT}${name}`;
    if (location in packages) return location;
    if (folder === '') return null;
  }
}

function closureOf(names: readonly string[], packages: LockFile['packages']): ReadonlySet<string> {
  const locations = new Set<string>();
  const follow = (name: string, from: string): void => {
    const location = locationOf(name, from, packages);
    if (location === null || locations.has(location)) return;
    locations.add(location);
    const { dependencies, optionalDependencies } = packages[location] ?? {};
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) follow(next, location);
  };
  for (const name of names) follow(name, '');
  return locations;
}

/** Locations of the packages that the server loads: all direct and indirect dependencies of the project. */
export const serverPackages = ({ packages }: LockFile): ReadonlySet<string> =>
  closureOf(Object.keys(packages['']?.dependencies ?? {}), packages);

/** Packages that the build substitutes for imported ones (vite.phone.config.ts). */
const SUBSTITUTES = ['preact'];

/** Packages of this project, which have the licence of the project. */
const OWN_PACKAGES = ['munjigi-atlas'];

/** The packages that the page's sources import. */
export const importedByPage = (): string[] => {
  const files = projectFiles('{src,phone,desk,machines,wire,i18n}/**/*.{ts,tsx}');
  const sources = files.flatMap((file) => importsOf(file)).filter((source) => /^[@\w]/.test(source));
  return [...new Set([...sources.map(nameOf), ...SUBSTITUTES])]
    .filter((name) => !name.startsWith('node:') && !OWN_PACKAGES.includes(name))
    .sort();
};

/** Identifies a package. */
export const referenceOf = ({ name, version }: Pick<DeliveredPackage, 'name' | 'version'>): string =>
  `${name}@${version}`;

/** All delivered packages, ordered by name; a package of both parts counts for the server. */
export function deliveredIn(lock: LockFile, page: readonly string[]): readonly DeliveredPackage[] {
  const { packages } = lock;
  const required = Object.keys(packages['']?.dependencies ?? {});
  const server = serverPackages(lock);
  const both = new Set([...server, ...closureOf(page, packages)]);
  const direct = new Set([...required, ...page].map((name) => locationOf(name, '', packages)));
  const identityOf = (place: string) => ({
    name: place.slice(place.lastIndexOf(ROOT) + ROOT.length),
    version: packages[place]?.version ?? '',
  });
  /** The delivered dependencies of a package, with installed peer dependencies. */
  const dependenciesOf = (place: string): readonly string[] => {
    const entry = packages[place] ?? {};
    const names = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies };
    const places = Object.keys(names).map((name) => locationOf(name, place, packages));
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
