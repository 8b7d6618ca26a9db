import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PathTree, type PathTreeData } from '#atlas/screens/path-tree.ts';
import type { AtlasState } from '#atlas/screens/types.ts';
import { findScreens, type Screens } from './screens.ts';
import { loadMachines } from './world.ts';

/** The cache file of the screens of a project folder. */
const fileIn = (root: string): string => join(root, '.cache', 'atlas-screens.json');

/** All that decides which screens there are. */
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
 * The screens of a project folder: found once for the same sources, since that takes half a minute. The build and the
 * tests of the atlas both need them.
 */
export async function screensOf(root: string): Promise<Screens> {
  const file = fileIn(root);
  const digest = digestOf(root);
  const cache: ScreenCache | null = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
  if (cache?.digest === digest) return { states: cache.states, pathTree: PathTree.of(cache) };
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
