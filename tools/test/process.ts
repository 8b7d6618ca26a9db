import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { delimiter, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** PATH with the programs of the installed packages first, also without npm. */
const PATH = [join(ROOT, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);

/** Receives the output of a program; null writes it to this terminal. */
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

/** The output of a program. @throws Error when its exit code is not 0 */
export async function outputOf(program: string, args: readonly string[]): Promise<string> {
  let output = '';
  const code = await run(program, args, {}, (text) => {
    output += text;
  });
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}: ${output}`);
  return output;
}
