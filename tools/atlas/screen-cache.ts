import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PathTreeData } from '#atlas/screens/path-tree.ts';
import type { AtlasState } from '#atlas/screens/types.ts';
import { loadMachines } from './load-machines.ts';
import { findScreens, type Screens } from './screens.ts';

const cacheFileIn = (root: string): string => join(root, '.cache', 'atlas-screens.json');

/** Patterns of the files that the screens depend on. */
const SOURCE_PATTERNS = [
  '{machines,cases,i18n,wire}/**/*.{ts,json}',
  '{tools/atlas,atlas/screens}/*.ts',
  'package-lock.json',
];

/** A hash of the paths and contents of the source files. */
function digestOf(root: string): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCE_PATTERNS, { cwd: root }).toSorted()) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

/** The content of the cache file. */
type ScreenCache = PathTreeData & {
  readonly digest: string;
  readonly states: Readonly<Record<string, AtlasState>>;
};

/**
 * The screens of a project folder. Finding them takes half a minute, so they are cached until a source changes; the
 * build and the tests of the atlas share the cache.
 */
export async function screensOf(root: string): Promise<Screens> {
  const cacheFile = cacheFileIn(root);
  const digest = digestOf(root);
  const cache: ScreenCache | null = existsSync(cacheFile)
    ? JSON.parse(readFileSync(cacheFile, 'utf8'))
    : null;
  if (cache?.digest === digest) return { states: cache.states, pathTree: cache };
  const { states, pathTree } = findScreens(await loadMachines(root));
  const { pathEvents, activeStates, moments } = pathTree;
  mkdirSync(dirname(cacheFile), { recursive: true });
  // Renamed after writing, so that no other process reads half of the file.
  const temporaryFile = `${cacheFile}.${process.pid}`;
  writeFileSync(temporaryFile, JSON.stringify({ digest, states, pathEvents, activeStates, moments }));
  renameSync(temporaryFile, cacheFile);
  return { states, pathTree };
}
