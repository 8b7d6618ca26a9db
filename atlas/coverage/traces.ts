import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LAYERS, type Layer } from '#atlas/coverage/layers.ts';

/** Where the tests write what running machines do, in the folder of the coverage. */
export const TRACES = 'traces';

/** What the suites wrote down: ids of states and transitions by layer, and those that no view can cause. */
export type Traces = {
  readonly taken: Readonly<Record<Layer, ReadonlySet<string>>>;
  readonly beyond: ReadonlySet<string>;
  /** The layers that wrote anything at all. */
  readonly recorded: readonly Layer[];
};

type Line = { readonly kind: 'state' | 'transition' | 'beyond'; readonly id: string };

function linesOf(folder: string): readonly Line[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): Line => JSON.parse(line)),
  );
}

/** Reads what tests wrote into a folder (`tests/support/coverage.ts`). */
export function readTraces(folder: string): Traces {
  const lines = Object.fromEntries(LAYERS.map((layer) => [layer, linesOf(join(folder, layer))]));
  const idsOf = (layer: Layer, isWanted: (line: Line) => boolean) =>
    new Set((lines[layer] ?? []).filter(isWanted).map(({ id }) => id));
  const takenIn = (layer: Layer) => idsOf(layer, ({ kind }) => kind !== 'beyond');
  return {
    taken: { model: takenIn('model'), walk: takenIn('walk'), browser: takenIn('browser') },
    beyond: idsOf('walk', ({ kind }) => kind === 'beyond'),
    recorded: LAYERS.filter((layer) => (lines[layer] ?? []).length > 0),
  };
}
