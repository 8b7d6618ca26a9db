import { dirname, join } from 'node:path/posix';
import type { SourceFile } from '#tools/source/project-files.ts';

/** What leads where: files by their paths, or rooms by theirs. */
type Arrows = ReadonlyMap<string, readonly string[]>;

const SOURCES = /(?:\bfrom|\bimport\(?)\s*'([#.][^']+)'/g;

const targetOf = (path: string, source: string): string =>
  source.startsWith('#') ? source.slice(1) : join(dirname(path), source);

/** The files of the project that each file imports, its types too. */
export function arrowsOf(files: readonly SourceFile[]): Arrows {
  const known = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, text }) => [
      path,
      [...text.matchAll(SOURCES)]
        .map(([, source = '']) => targetOf(path, source))
        .filter((target) => known.has(target)),
    ]),
  );
}

/** The same between the rooms of a folder, which are the folders in it; all layers are rooms of ''. */
export function roomArrowsOf(files: readonly SourceFile[], folder: string): Arrows {
  const inside = folder === '' ? '' : `${folder}/`;
  const roomOf = (path: string): string | null => {
    const [room, ...rest] = path.startsWith(inside) ? path.slice(inside.length).split('/') : [];
    return room === undefined || rest.length === 0 ? null : inside + room;
  };
  const rooms = new Map<string, Set<string>>();
  for (const [path, targets] of arrowsOf(files)) {
    const room = roomOf(path);
    if (room === null) continue;
    const others = targets.flatMap((target) => roomOf(target) ?? []).filter((other) => other !== room);
    rooms.set(room, new Set([...(rooms.get(room) ?? []), ...others]));
  }
  return new Map([...rooms].map(([room, others]) => [room, [...others]]));
}

/** Each circle once, as the way around it. */
export function circlesIn(arrows: Arrows): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const follow = (at: string, way: readonly string[]): void => {
    const start = way.indexOf(at);
    if (start >= 0) circles.push([...way.slice(start), at].join(' -> '));
    if (start >= 0 || done.has(at)) return;
    for (const next of arrows.get(at) ?? []) follow(next, [...way, at]);
    done.add(at);
  };
  for (const start of arrows.keys()) follow(start, []);
  return circles;
}
