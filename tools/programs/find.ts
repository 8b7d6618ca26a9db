import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot } from '#tools/chromium/launch.ts';

/** Debian's folders of server programs, in addition to PATH. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin'];

/** A program of the system is missing. The message names the package to install. */
class NoProgramError extends Error {
  override readonly name = 'NoProgramError';
}

const pathInFolders = (program: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(':'), ...FOLDERS]
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path));

function install(packages: readonly string[]): void {
  const apt = (...args: string[]) =>
    execFileSync('apt-get', args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  apt('install', '--yes', '--no-install-recommends', ...packages);
}

function findOrInstall(name: string, packages: readonly string[], find: () => string | undefined): string {
  const path = find();
  if (path !== undefined) return path;
  if (process.env['CI'] && isRoot && existsSync('/usr/bin/apt-get')) install(packages);
  const installed = find();
  if (installed !== undefined) return installed;
  throw new NoProgramError(`${name} is not installed. On Debian: apt-get install ${packages.join(' ')}`);
}

/**
 * The path of a program of the system. A missing one is installed on a disposable build machine only (`CI` and root),
 * never on a developer's computer.
 * @param packages Debian packages of the program
 * @throws NoProgramError
 */
export const programOf = (program: string, packages: readonly string[]): string =>
  findOrInstall(program, packages, () => pathInFolders(program));

/**
 * Requires a file of the system, like `programOf`.
 * @throws NoProgramError
 */
export function requireFile(path: string, packages: readonly string[]): void {
  findOrInstall(path, packages, () => (existsSync(path) ? path : undefined));
}
