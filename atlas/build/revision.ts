import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { AtlasData } from './data.ts';

/** A built atlas: its folder and its data. */
export type BuiltAtlas = { readonly folder: string; readonly data: AtlasData };

/** Reads a built atlas. */
export function readBuiltAtlas(folder: string): BuiltAtlas {
  const text = readFileSync(join(folder, 'data.js'), 'utf8');
  return { folder, data: JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) };
}

/**
 * A short reason of an error. For a failed process, it is the first line of its error output that begins with an error name such
 * as `TypeError`, or the first line if there is no such line. For any other error, it is the error as text.
 */
const shortReason = (error: unknown): string => {
  const lines = error instanceof Error && 'stderr' in error ? String(error.stderr).split('\n') : [];
  return lines.find((line) => /^\w*Error\b/.test(line)) ?? lines.find(Boolean) ?? String(error);
};

/**
 * Builds the atlas of a checked out revision, with the script `atlas` in the package.json of the revision.
 * @param folder the folder with the files of the revision
 * @returns the atlas, or the reason why the atlas cannot be built
 */
export function buildAtlasOfRevision(folder: string): BuiltAtlas | { readonly problem: string } {
  // Scripts of the revision have to find the Node.js that runs this process.
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter);
  try {
    execFileSync(process.execPath, ['--run', 'atlas'], {
      cwd: folder,
      env: { ...process.env, PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return readBuiltAtlas(join(folder, 'dist-atlas'));
  } catch (error) {
    return { problem: shortReason(error) };
  }
}
