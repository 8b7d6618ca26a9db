import { projectFiles } from '#tools/source/project-files.ts';
import { importsOf } from '#tools/source/syntax.ts';

/** Versions by name of a package. */
type Versions = Readonly<Record<string, string>>;

/** The entry of a package in `package-lock.json`. */
export type LockEntry = {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Versions;
  readonly optionalDependencies?: Versions;
  readonly peerDependencies?: Versions;
  readonly optional?: boolean;
};

/** The content of `package-lock.json`: entries by location, such as `node_modules/react`. */
export type LockFile = { readonly packages: Readonly<Record<string, LockEntry>> };

/** A package that is delivered with the portal. */
export type DeliveredPackage = {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression; empty if the package names no licence. */
  readonly licence: string;
  /** The integrity in the lock file: the name of a hash algorithm, a hyphen and the hash in base64. */
  readonly integrity: string;
  /** `server` if the server loads the package, `page` if only the page contains it. */
  readonly part: 'server' | 'page';
  /** Whether the project depends on the package directly. */
  readonly isDirect: boolean;
  /** The delivered dependencies of the package, each as name@version. */
  readonly dependsOn: readonly string[];
};

const PACKAGES_FOLDER = 'node_modules/';

/** The name of the package in an import such as `react-dom/client`. */
const packageNameIn = (source: string): string =>
  source
    .split('/')
    .slice(0, source.startsWith('@') ? 2 : 1)
    .join('/');

/** The location at which Node.js finds a dependency of the package at `path`; null if it is not installed. */
function locationOf(name: string, path: string, packages: LockFile['packages']): string | null {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(PACKAGES_FOLDER) - 1))) {
    const location = folder === '' ? `${PACKAGES_FOLDER}${name}` : `${folder}/${PACKAGES_FOLDER}${name}`;
    if (location in packages) return location;
    if (folder === '') return null;
  }
}

/** The locations of packages and of all their direct and indirect dependencies. */
function withDependencies(names: readonly string[], packages: LockFile['packages']): ReadonlySet<string> {
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

/** The locations of the packages that the server loads: all direct and indirect dependencies of the project. */
export const serverPackages = ({ packages }: LockFile): ReadonlySet<string> =>
  withDependencies(Object.keys(packages['']?.dependencies ?? {}), packages);

/** Packages that the build of the app uses instead of imported packages (`vite.phone.config.ts`). */
const SUBSTITUTES = ['preact'];

/** Packages of this project. They are not listed, since they have the licence of the project. */
const OWN_PACKAGES = ['munjigi-atlas'];

/** The names of the packages that the sources of the page, the app and the help desk import. */
export const importedByPage = (): string[] => {
  const files = projectFiles('{src,phone,desk,machines,wire,i18n}/**/*.{ts,tsx}');
  const sources = files.flatMap((file) => importsOf(file)).filter((source) => /^[@\w]/.test(source));
  return [...new Set([...sources.map(packageNameIn), ...SUBSTITUTES])]
    .filter((name) => !name.startsWith('node:') && !OWN_PACKAGES.includes(name))
    .sort();
};

/** The name and the version of a package, which identify it in the bill of materials. */
export const referenceOf = ({ name, version }: Pick<DeliveredPackage, 'name' | 'version'>): string =>
  `${name}@${version}`;

/**
 * All delivered packages, ordered by location.
 * @param pagePackages names of the packages that the page imports
 */
export function deliveredIn(lock: LockFile, pagePackages: readonly string[]): readonly DeliveredPackage[] {
  const { packages } = lock;
  const projectDependencies = Object.keys(packages['']?.dependencies ?? {});
  const serverLocations = serverPackages(lock);
  const allLocations = new Set([...serverLocations, ...withDependencies(pagePackages, packages)]);
  const directLocations = new Set(
    [...projectDependencies, ...pagePackages].map((name) => locationOf(name, '', packages)),
  );
  const identityOf = (location: string) => ({
    name: location.slice(location.lastIndexOf(PACKAGES_FOLDER) + PACKAGES_FOLDER.length),
    version: packages[location]?.version ?? '',
  });
  /** The delivered dependencies of a package, including installed peer dependencies. */
  const dependenciesOf = (location: string): readonly string[] => {
    const entry = packages[location] ?? {};
    const names = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies };
    const locations = Object.keys(names).map((name) => locationOf(name, location, packages));
    return locations
      .flatMap((found) => (found !== null && allLocations.has(found) ? [referenceOf(identityOf(found))] : []))
      .sort();
  };
  return [...allLocations].sort().map((location) => ({
    ...identityOf(location),
    licence: packages[location]?.license ?? '',
    integrity: packages[location]?.integrity ?? '',
    part: serverLocations.has(location) ? 'server' : 'page',
    isDirect: directLocations.has(location),
    dependsOn: dependenciesOf(location),
  }));
}
