import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot } from '#tools/chromium/launch.ts';

/** Folders in which programs are searched, in addition to PATH. */
const PROGRAM_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/bin'];

/** A program of the operating system is missing. The message names the Debian packages to install. */
class NoProgramError extends Error {
  override readonly name = 'NoProgramError';
}

const findProgramPath = (program: string): string | undefined =>
  [...(process.env['PATH'] ?? '').split(':'), ...PROGRAM_FOLDERS]
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

/** Finds a file; installs packages if it is missing and the machine is a disposable build machine. */
function findOrInstall(name: string, packages: readonly string[], find: () => string | undefined): string {
  const path = find();
  if (path !== undefined) return path;
  if (process.env['CI'] && isRoot && existsSync('/usr/bin/apt-get')) install(packages);
  const installed = find();
  if (installed !== undefined) return installed;
  throw new NoProgramError(`${name} is not installed. On Debian: apt-get install ${packages.join(' ')}`);
}

/**
 * The path of a program of the operating system. A missing program is installed only on a disposable build machine (as
 * root, with the environment variable `CI`), and not on a developer's computer.
 * @param packages Debian packages that contain the program
 * @throws NoProgramError when the program is missing
 */
export const requireProgram = (program: string, packages: readonly string[]): string =>
  findOrInstall(program, packages, () => findProgramPath(program));

/**
 * Checks that a file of the operating system exists. A missing file is installed as in {@link requireProgram}.
 * @param packages Debian packages that contain the file
 * @throws NoProgramError when the file is missing
 */
export function requireFile(path: string, packages: readonly string[]): void {
  findOrInstall(path, packages, () => (existsSync(path) ? path : undefined));
}
