import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** PATH with the programs of the installed packages first, so that they are found without npm. */
const PATH = [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);

/** A function that receives the output of a program; null to write the output to this terminal. */
export type Write = ((text: string) => void) | null;

/**
 * Runs a program in the project's folder.
 *
 * @returns the exit code of the program; 1 if a signal has ended the program
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

/**
 * Runs a program; returns its output.
 * @throws Error when the exit code is not 0
 */
export async function outputOf(program: string, args: readonly string[]): Promise<string> {
  let output = '';
  const code = await run(program, args, {}, (text) => {
    output += text;
  });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${output}`);
  return output;
}
