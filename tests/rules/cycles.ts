import { dirname, join } from 'node:path/posix';
import type { SourceFile } from '#tools/source/project-files.ts';

/** The imports of each file or folder, by its path. */
type Imports = ReadonlyMap<string, readonly string[]>;

/** The source of an import, also of an import at run time. */
const IMPORT_SOURCE = /(?:\bfrom|\bimport\(?)\s*'([#.][^']+)'/g;

const targetOf = (path: string, source: string): string =>
  source.startsWith('#') ? source.slice(1) : join(dirname(path), source);

/** The files of the project that each file imports, including type imports. */
export function importsOf(files: readonly SourceFile[]): Imports {
  const projectPaths = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, text }) => [
      path,
      [...text.matchAll(IMPORT_SOURCE)]
        .map(([, source = '']) => targetOf(path, source))
        .filter((target) => projectPaths.has(target)),
    ]),
  );
}

/** The imports between the folders inside a folder; '' is the root of the project. */
export function folderImports(files: readonly SourceFile[], folder: string): Imports {
  const inside = folder === '' ? '' : `${folder}/`;
  const folderOf = (path: string): string | null => {
    const [child, ...rest] = path.startsWith(inside) ? path.slice(inside.length).split('/') : [];
    return child === undefined || rest.length === 0 ? null : inside + child;
  };
  const folders = new Map<string, Set<string>>();
  for (const [path, targets] of importsOf(files)) {
    const child = folderOf(path);
    if (child === null) continue;
    const others = targets.flatMap((target) => folderOf(target) ?? []).filter((other) => other !== child);
    folders.set(child, new Set([...(folders.get(child) ?? []), ...others]));
  }
  return new Map([...folders].map(([child, others]) => [child, [...others]]));
}

/** Finds import cycles, each as a path that ends at its beginning. */
export function cyclesIn(imports: Imports): string[] {
  const cycles: string[] = [];
  const checkedTargets = new Set<string>();
  const follow = (target: string, path: readonly string[]): void => {
    const start = path.indexOf(target);
    if (start >= 0) cycles.push([...path.slice(start), target].join(' -> '));
    if (start >= 0 || checkedTargets.has(target)) return;
    for (const next of imports.get(target) ?? []) follow(next, [...path, target]);
    checkedTargets.add(target);
  };
  for (const start of imports.keys()) follow(start, []);
  return cycles;
}
