import type { ChartMachine, ChartState } from '#atlas/model/types.ts';
import type { Column } from './graph.ts';

/** The end of a transition that is in none of the states. */
const OUTSIDE = 'outside';

/** The transitions between states and what is in them. */
function edgesAmong({ transitions }: ChartMachine, ids: readonly string[]) {
  const around = (id: string): string =>
    ids.find((each) => id === each || id.startsWith(`${each}.`)) ?? OUTSIDE;
  return transitions.flatMap(({ source, kind, targets }) =>
    targets
      .map((target) => ({ from: around(source), to: around(target), isFailure: kind === 'error' }))
      .filter(({ from, to }) => from !== to),
  );
}

/** The shortest path without a failure to the nearest end; where none is reached, to the furthest state. */
function pathFrom(
  start: string,
  ends: readonly string[],
  edges: ReturnType<typeof edgesAmong>,
): readonly string[] {
  const paths = new Map([[start, [start]]]);
  for (const [here, path] of paths)
    for (const { from, to, isFailure } of edges)
      if (from === here && !isFailure && !ends.includes(here) && !paths.has(to)) paths.set(to, [...path, to]);
  const found = [...paths];
  const [, path = []] = found.find(([id]) => ends.includes(id)) ?? found.at(-1) ?? [];
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
  const given = machine.mainPaths[states[0]?.parent ?? ''];
  const inside = edges.filter(({ from }) => from !== OUTSIDE);
  const start = initial ?? ids[0] ?? '';
  const path = given ?? pathFrom(start, finals.length > 0 ? finals : [OUTSIDE], inside);
  const ordered = (given ?? []).flatMap((id) => states.find((state) => state.id === id) ?? []).values();
  const isFailure = (id: string): boolean => edges.some((edge) => edge.to === id && edge.isFailure);
  return states.map((each) => {
    const state = given?.includes(each.id) ? (ordered.next().value ?? each) : each;
    return { state, column: path.includes(state.id) ? 1 : isFailure(state.id) ? 2 : 0 };
  });
}
