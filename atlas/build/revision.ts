import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { AtlasData } from './data.ts';

/** A built atlas: its folder and its data. */
export type BuiltAtlas = { readonly folder: string; readonly data: AtlasData };

/** Reads a built atlas. */
export function readAtlas(folder: string): BuiltAtlas {
  const text = readFileSync(join(folder, 'data.js'), 'utf8');
  return { folder, data: JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) };
}

/** A short reason: the first "Error" line of a process's error output, else its first line, else the error. */
const reasonOf = (error: unknown): string => {
  const lines = error instanceof Error && 'stderr' in error ? String(error.stderr).split('\n') : [];
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.find(Boolean) ?? String(error);
};

/**
 * Builds the atlas of a checked out revision by its own script `atlas`.
 * @returns the atlas, or the reason why that revision cannot be built
 */
export function buildRevision(folder: string): BuiltAtlas | { readonly problem: string } {
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  try {
    execFileSync(process.execPath, ['--run', 'atlas'], {
      cwd: folder,
      env: { ...process.env, PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return readAtlas(join(folder, 'dist-atlas'));
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}
