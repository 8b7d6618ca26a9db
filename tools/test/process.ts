import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** The programs of the installed packages come first, also when npm did not start this process. */
const PATH = [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);

/** Takes what programs write; null is this terminal, as it comes. */
export type Write = ((text: string) => void) | null;

/**
 * Runs a program in the project's folder.
 *
 * @returns its exit code; 1 when a signal ended it
 */
export const run = async (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  write: Write = null,
): Promise<number> => {
  const channel = write ? 'pipe' : 'inherit';
  const child = spawn(program, args, {
    cwd: ROOT,
    env: { ...process.env, PATH, ...env },
    stdio: ['ignore', channel, channel],
    // On Windows the programs of packages are command files.
    shell: process.platform === 'win32',
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => write?.(text));
  }
  const [code] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
};

/** What a program writes, when it ends well. */
export async function outputOf(program: string, args: readonly string[]): Promise<string> {
  let written = '';
  const code = await run(program, args, {}, (text) => {
    written += text;
  });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${written}`);
  return written;
}
