import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot } from '#tools/chromium/launch.ts';

/** Where Debian puts servers, in addition to the folders of PATH. */
const FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin'];

/** A program of the system that is not there; the message names what helps. */
class NoProgramError extends Error {
  override readonly name = 'NoProgramError';
}

const found = (program: string): string | undefined =>
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

function needed(name: string, packages: readonly string[], look: () => string | undefined): string {
  const path = look();
  if (path !== undefined) return path;
  if (process.env['CI'] && isRoot && existsSync('/usr/bin/apt-get')) install(packages);
  const installed = look();
  if (installed !== undefined) return installed;
  throw new NoProgramError(`${name} is not there. On Debian: apt-get install ${packages.join(' ')}`);
}

/**
 * The path of a program of the system. On a build machine that is thrown away (`CI` and root) it is installed where
 * it is missing; running the tests changes nobody's computer.
 * @param packages of Debian that hold it
 * @throws NoProgramError
 */
export const programOf = (program: string, packages: readonly string[]): string =>
  needed(program, packages, () => found(program));

/**
 * Sees to a file of the system as to a program.
 * @throws NoProgramError
 */
export function requireFile(path: string, packages: readonly string[]): void {
  needed(path, packages, () => (existsSync(path) ? path : undefined));
}
