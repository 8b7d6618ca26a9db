import type { ChartMachine, ChartState, ChartTransition } from '#atlas/model/types.ts';
import type { Column } from './graph.ts';

/** Cost of a failure: no path without one costs as much. */
const FAILING = 40;

/** Cost of a transition on the search for the main path. */
const COSTS: Readonly<Record<ChartTransition['kind'], number>> = {
  event: 2,
  done: 1,
  always: 1,
  delay: 6,
  error: FAILING,
};

/** The end of a transition that is in none of the states. */
const OUTSIDE = 'outside';

/** A transition from one state to another, or from or to the outside. */
type PartEdge = { readonly from: string; readonly to: string; readonly cost: number };

/** The transitions between states and what is in them: of several with the same trigger, a later one costs more. */
function edgesAmong({ transitions }: ChartMachine, ids: readonly string[]): readonly PartEdge[] {
  const around = (id: string): string =>
    ids.find((each) => id === each || id.startsWith(`${each}.`)) ?? OUTSIDE;
  const groups = Map.groupBy(transitions, ({ source, kind, name }) => `${source} ${kind} ${name}`);
  return [...groups.values()].flatMap((group) =>
    group.flatMap(({ source, kind, targets }, index) =>
      targets
        .map((target) => ({ from: around(source), to: around(target), cost: COSTS[kind] + index }))
        .filter(({ from, to }) => from !== to),
    ),
  );
}

/** The cheapest path to an end; where no end is reached, the costliest one without a failure. */
function pathFrom(start: string, ends: readonly string[], edges: readonly PartEdge[]): readonly string[] {
  const found = new Map([[start, { cost: 0, path: [start] }]]);
  for (const [here, { cost, path }] of found) {
    for (const edge of edges) {
      const total = cost + edge.cost;
      if (
        edge.from !== here ||
        ends.includes(here) ||
        total >= (found.get(edge.to)?.cost ?? Number.POSITIVE_INFINITY)
      )
        continue;
      found.delete(edge.to);
      found.set(edge.to, { cost: total, path: [...path, edge.to] });
    }
  }
  const sorted = [...found].toSorted(([, a], [, b]) => a.cost - b.cost);
  const end = sorted.find(([id]) => ends.includes(id)) ?? sorted.findLast(([, { cost }]) => cost < FAILING);
  return end?.[1].path ?? [];
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
  const start = initial ?? ids[0] ?? '';
  const inside = edges.filter(({ from }) => from !== OUTSIDE);
  const path = given ?? pathFrom(start, finals.length > 0 ? finals : [OUTSIDE], inside);
  const ordered = (given ?? []).flatMap((id) => states.find((state) => state.id === id) ?? []).values();
  const isFailure = (id: string): boolean => edges.some(({ to, cost }) => to === id && cost >= FAILING);
  return states.map((each) => {
    const state = given?.includes(each.id) ? (ordered.next().value ?? each) : each;
    return { state, column: path.includes(state.id) ? 1 : isFailure(state.id) ? 2 : 0 };
  });
}
