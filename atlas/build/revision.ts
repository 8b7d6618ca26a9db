import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AtlasData } from './types.ts';

/** A built atlas: its folder and its data. */
export type BuiltAtlas = { readonly folder: string; readonly data: AtlasData };

/** Reads a built atlas. */
export function readAtlas(folder: string): BuiltAtlas {
  const text = readFileSync(join(folder, 'data.js'), 'utf8');
  return { folder, data: JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) };
}

/** A short reason: the first "Error" line of a process's error output, else its last line, else the error's message. */
const reasonOf = (error: unknown): string => {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = output.split('\n').map((line) => line.trim());
  return (
    lines.find((line) => /^\w*Error\b/.test(line)) ??
    lines.findLast((line) => line !== '') ??
    (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  );
};

/** The npm command "atlas" of a project folder, as the arguments of Node.js; null when there is none that runs Node.js. */
function commandOf(folder: string): readonly string[] | null {
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) return null;
  const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(manifest, 'utf8'),
  );
  const [program, ...args] = (scripts['atlas'] ?? '').split(' ');
  return program === 'node' ? args : null;
}

/**
 * Builds the atlas of a checked out revision by its own command.
 * @returns the atlas, or the reason why that revision cannot be built
 */
export function buildRevision(folder: string): BuiltAtlas | { readonly problem: string } {
  const command = commandOf(folder);
  if (command === null) return { problem: 'no command "atlas"' };
  try {
    execFileSync(process.execPath, [...command], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return readAtlas(join(folder, 'dist-atlas'));
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}
