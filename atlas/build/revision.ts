import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programOf } from '#tools/source/program.ts';
import type { AtlasData } from './types.ts';

/** A built atlas: its folder and its data. */
export type BuiltAtlas = { readonly folder: string; readonly data: AtlasData };

/** Reads a built atlas. */
export function readAtlas(folder: string): BuiltAtlas {
  const text = readFileSync(join(folder, 'data.js'), 'utf8');
  return { folder, data: JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) };
}

/** The last line of a process's error output, as a short reason. */
const reasonOf = (error: unknown): string => {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  const lines = output.split('\n').map((line) => line.trim());
  return (
    lines.find((line) => /^\w*Error\b/.test(line)) ??
    lines.findLast((line) => line !== '') ??
    (error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error))
  );
};

/**
 * Builds the atlas of a checked out revision by its own command.
 * @returns the atlas, or the reason why that revision cannot be built
 */
export function buildRevision(folder: string): BuiltAtlas | { readonly problem: string } {
  const program = programOf('atlas', folder);
  if (program === null) return { problem: 'no command "atlas"' };
  try {
    execFileSync(process.execPath, [join(folder, program)], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return readAtlas(join(folder, 'dist-atlas'));
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}
