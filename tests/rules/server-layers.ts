import type { SourceFile } from '#tools/source/project-files.ts';
import { importsOf } from './cycles.ts';

/** The layers of the server, each with the next lower layers. A layer may import the next lower layers and all layers below them. */
export const SERVER_LAYERS: ReadonlyMap<string, readonly string[]> = new Map([
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
  (SERVER_LAYERS.get(from) ?? []).some((next) => next === to || mayImport(next, to));

const layerOf = (path: string): string | null => /^server\/([^/]+)\//.exec(path)?.[1] ?? null;

/** Describes a file of the server that is in no layer. */
const layerProblems = ({ path }: SourceFile): string[] => {
  const layer = layerOf(path);
  const isInLayer = !path.startsWith('server/') || (layer !== null && SERVER_LAYERS.has(layer));
  return isInLayer ? [] : [`${path} is in no layer of the server`];
};

/** Describes files of the server outside its layers, and imports of higher layers. */
export function serverLayerProblems(files: readonly SourceFile[]): string[] {
  const imports = [...importsOf(files)].flatMap(([path, targets]) =>
    targets.map((to) => [path, to] as const),
  );
  const importsOfHigherLayers = imports.filter(([path, to]) => {
    const fromLayer = layerOf(path);
    const toLayer = layerOf(to);
    return fromLayer !== null && toLayer !== null && fromLayer !== toLayer && !mayImport(fromLayer, toLayer);
  });
  return [
    ...files.flatMap(layerProblems),
    ...importsOfHigherLayers.map(([path, to]) => `${path} imports ${to}`),
  ];
}

/** Reads the layers from the drawing in a document, in the form of `SERVER_LAYERS`. */
export function drawnLayers(document: string): ReadonlyMap<string, readonly string[]> {
  const drawing = /```mermaid\n%% the layers of the server\n([^`]*)```/.exec(document)?.[1] ?? '';
  const layers = [...drawing.matchAll(/^ {2}([a-z]+)\[/gm)].map(([, layer = '']) => layer);
  const next = new Map(
    [...drawing.matchAll(/^ {2}([a-z]+) --> ([a-z &]+)$/gm)].map(([, from = '', to = '']) => [
      from,
      to.split(' & '),
    ]),
  );
  return new Map(layers.map((layer) => [layer, next.get(layer) ?? []]));
}
