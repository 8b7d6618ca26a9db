import type { ChartMachine, ChartState } from '#atlas/model/types.ts';
import type { Column } from './graph.ts';

/** Replaces the source or target of a transition that is outside the states. */
const OUTSIDE = 'outside';

/** The transitions between states, including those of the states inside them. */
function edgesAmong({ transitions }: ChartMachine, ids: readonly string[]) {
  const siblingOf = (id: string): string =>
    ids.find((each) => id === each || id.startsWith(`${each}.`)) ?? OUTSIDE;
  return transitions.flatMap(({ source, kind, targets }) =>
    targets
      .map((target) => ({ from: siblingOf(source), to: siblingOf(target), isFailure: kind === 'error' }))
      .filter(({ from, to }) => from !== to),
  );
}

/** The shortest path without a failure to the nearest end; to the furthest state if no end can be reached. */
function pathFrom(
  start: string,
  ends: readonly string[],
  edges: ReturnType<typeof edgesAmong>,
): readonly string[] {
  const paths = new Map([[start, [start]]]);
  for (const [here, path] of paths)
    for (const { from, to, isFailure } of edges)
      if (from === here && !isFailure && !ends.includes(here) && !paths.has(to)) paths.set(to, [...path, to]);
  const reachedPaths = [...paths];
  const [, path = []] = reachedPaths.find(([id]) => ends.includes(id)) ?? reachedPaths.at(-1) ?? [];
  return path;
}

/**
 * Sibling states with their columns: the main path in the middle, states entered by a failure on the right, all others
 * on the left. They are in the order of the source, those on the main path in the order of the path.
 */
export function inColumns(
  machine: ChartMachine,
  states: readonly ChartState[],
  initial: string | null,
): readonly { readonly state: ChartState; readonly column: Column }[] {
  const ids = states.map(({ id }) => id);
  const edges = edgesAmong(machine, ids);
  const finals = states.filter(({ type }) => type === 'final').map(({ id }) => id);
  const mainPath = machine.mainPaths[states[0]?.parent ?? ''];
  const inside = edges.filter(({ from }) => from !== OUTSIDE);
  const start = initial ?? ids[0] ?? '';
  const path = mainPath ?? pathFrom(start, finals.length > 0 ? finals : [OUTSIDE], inside);
  const ordered = (mainPath ?? []).flatMap((id) => states.find((state) => state.id === id) ?? []).values();
  const isFailure = (id: string): boolean => edges.some((edge) => edge.to === id && edge.isFailure);
  return states.map((each) => {
    const state = mainPath?.includes(each.id) ? (ordered.next().value ?? each) : each;
    return { state, column: path.includes(state.id) ? 1 : isFailure(state.id) ? 2 : 0 };
  });
}
