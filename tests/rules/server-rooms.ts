import type { SourceFile } from '#tools/source/project-files.ts';
import { arrowsOf } from './circles.ts';

/** The layers of the server, each with the next lower ones; it may import those and all below them. */
export const SERVER_ROOMS: ReadonlyMap<string, readonly string[]> = new Map([
  ['start', ['seed', 'desk']],
  ['desk', ['administration']],
  ['administration', ['protocols']],
  ['protocols', ['http']],
  ['seed', ['login']],
  ['http', ['login']],
  ['login', ['directory', 'operations']],
  ['directory', ['storage']],
  ['operations', ['storage']],
  ['storage', ['config']],
  ['config', ['hashes']],
  ['hashes', []],
]);

const mayImport = (from: string, to: string): boolean =>
  (SERVER_ROOMS.get(from) ?? []).some((next) => next === to || mayImport(next, to));

const roomOf = (path: string): string | null => /^server\/([^/]+)\//.exec(path)?.[1] ?? null;

const placeProblems = ({ path }: SourceFile): string[] => {
  const room = roomOf(path);
  const isPlaced = !path.startsWith('server/') || (room !== null && SERVER_ROOMS.has(room));
  return isPlaced ? [] : [`${path} stands in no room of the server`];
};

/** Files of the server outside its rooms, and imports that go against the one direction. */
export function serverRoomProblems(files: readonly SourceFile[]): string[] {
  const arrows = [...arrowsOf(files)].flatMap(([path, targets]) => targets.map((to) => [path, to] as const));
  const against = arrows.filter(([path, to]) => {
    const [from, room] = [roomOf(path), roomOf(to)];
    return from !== null && room !== null && from !== room && !mayImport(from, room);
  });
  return [...files.flatMap(placeProblems), ...against.map(([path, to]) => `${path} imports ${to}`)];
}

/** The rooms in the drawing of a document, as `SERVER_ROOMS` says them. */
export function drawnRooms(document: string): ReadonlyMap<string, readonly string[]> {
  const drawing = /```mermaid\n%% the layers of the server\n([^`]*)```/.exec(document)?.[1] ?? '';
  const rooms = [...drawing.matchAll(/^ {2}([a-z]+)\[/gm)].map(([, room = '']) => room);
  const next = new Map(
    [...drawing.matchAll(/^ {2}([a-z]+) --> ([a-z &]+)$/gm)].map(([, from = '', to = '']) => [
      from,
      to.split(' & '),
    ]),
  );
  return new Map(rooms.map((room) => [room, next.get(room) ?? []]));
}
