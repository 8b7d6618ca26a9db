import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { PathTreeData } from '#atlas/screens/path-tree.ts';
import type { AtlasState } from '#atlas/screens/types.ts';
import { loadMachines } from './load-machines.ts';
import { findScreens, type Screens } from './screens.ts';

/** The cache file of the screens of a project folder. */
const cacheFileIn = (root: string): string => join(root, '.cache', 'atlas-screens.json');

/** The files that the screens depend on. */
const SOURCES = [
  '{machines,cases,i18n,wire}/**/*.{ts,json}',
  '{tools/atlas,atlas/screens}/*.ts',
  'package-lock.json',
];

function digestOf(root: string): string {
  const hash = createHash('sha256');
  for (const path of globSync(SOURCES, { cwd: root }).toSorted()) {
    hash.update(`${path}\n`).update(readFileSync(join(root, path)));
  }
  return hash.digest('hex');
}

type ScreenCache = PathTreeData & {
  readonly digest: string;
  readonly states: Readonly<Record<string, AtlasState>>;
};

/**
 * The screens of a project folder. Finding them takes half a minute, so they are cached until a source changes; the
 * build and the tests of the atlas share the cache.
 */
export async function screensOf(root: string): Promise<Screens> {
  const file = cacheFileIn(root);
  const digest = digestOf(root);
  const cache: ScreenCache | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  if (cache?.digest === digest) return { states: cache.states, pathTree: cache };
  const { states, pathTree } = findScreens(await loadMachines(root));
  const { pathEvents, activeStates, moments } = pathTree;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    `${file}.${process.pid}`,
    JSON.stringify({ digest, states, pathEvents, activeStates, moments }),
  );
  renameSync(`${file}.${process.pid}`, file);
  return { states, pathTree };
}
