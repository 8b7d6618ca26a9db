import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** The programs of the installed packages come first, also when npm did not start this process. */
const PATH = [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);

/**
 * Runs a program in the project's folder, with its output on this terminal.
 *
 * @returns its exit code; 1 when a signal ended it
 */
export const run = async (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> => {
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    // On Windows the programs of packages are command files.
    shell: process.platform === 'win32',
  });
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
};
