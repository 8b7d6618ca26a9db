import type { ChartMachine, ChartState } from '#atlas/model/types.ts';
import type { Column } from './graph.ts';

/** Used in the place of the source or the target of a transition when this state is not one of the given states. */
const OUTSIDE = 'outside';

/** The transitions between the given states. A transition of a state inside one of them counts as a transition of the outer state. */
function edgesAmong({ transitions }: ChartMachine, ids: readonly string[]) {
  const givenStateOf = (id: string): string =>
    ids.find((givenId) => id === givenId || id.startsWith(`${givenId}.`)) ?? OUTSIDE;
  return transitions.flatMap(({ source, kind, targets }) =>
    targets
      .map((target) => ({
        from: givenStateOf(source),
        to: givenStateOf(target),
        isFailure: kind === 'error',
      }))
      .filter(({ from, to }) => from !== to),
  );
}

/**
 * The shortest path from a state to the nearest end, without transitions after a failure. If no end can be reached, it is the path
 * to the furthest state.
 */
function shortestPath(
  start: string,
  ends: readonly string[],
  edges: ReturnType<typeof edgesAmong>,
): readonly string[] {
  const paths = new Map([[start, [start]]]);
  for (const [state, path] of paths)
    for (const { from, to, isFailure } of edges)
      if (from === state && !isFailure && !ends.includes(state) && !paths.has(to))
        paths.set(to, [...path, to]);
  const reachedPaths = [...paths];
  const [, path = []] = reachedPaths.find(([id]) => ends.includes(id)) ?? reachedPaths.at(-1) ?? [];
  return path;
}

/**
 * Assigns columns to sibling states: the middle column to the states on the main path, the right column to states that are entered
 * after a failure, the left column to all other states. The states stay in the order of the source, but the states on a
 * configured main path are in the order of that path.
 */
export function assignColumns(
  machine: ChartMachine,
  states: readonly ChartState[],
  initial: string | null,
): readonly { readonly state: ChartState; readonly column: Column }[] {
  const ids = states.map(({ id }) => id);
  const edges = edgesAmong(machine, ids);
  const finalIds = states.filter(({ type }) => type === 'final').map(({ id }) => id);
  const mainPath = machine.mainPaths[states[0]?.parent ?? ''];
  const edgesFromStates = edges.filter(({ from }) => from !== OUTSIDE);
  const start = initial ?? ids[0] ?? '';
  const path = mainPath ?? shortestPath(start, finalIds.length > 0 ? finalIds : [OUTSIDE], edgesFromStates);
  const statesInPathOrder = (mainPath ?? [])
    .flatMap((id) => states.find((state) => state.id === id) ?? [])
    .values();
  const isEnteredByFailure = (id: string): boolean => edges.some((edge) => edge.to === id && edge.isFailure);
  return states.map((stateInSourceOrder) => {
    const isOnMainPath = mainPath?.includes(stateInSourceOrder.id) ?? false;
    const state = isOnMainPath ? (statesInPathOrder.next().value ?? stateInSourceOrder) : stateInSourceOrder;
    return { state, column: path.includes(state.id) ? 1 : isEnteredByFailure(state.id) ? 2 : 0 };
  });
}
