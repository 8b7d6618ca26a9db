import type { ChartMachine, ChartTransition } from '#atlas/model/types.ts';
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

/** A transition from one child state to another. */
type PartEdge = { readonly from: string; readonly to: string; readonly cost: number };

const ancestorAmong = (id: string, parts: ReadonlySet<string>): string | undefined =>
  [...parts].find((part) => id === part || id.startsWith(`${part}.`));

/** The transitions between child states: of several with the same trigger, a later one costs more. */
function edgesAmong(machine: ChartMachine, parts: ReadonlySet<string>): readonly PartEdge[] {
  const counts = new Map<string, number>();
  return machine.transitions.flatMap(({ source, kind, name, targets }) => {
    const from = ancestorAmong(source, parts);
    if (from === undefined) return [];
    const group = `${source} ${kind} ${name}`;
    const index = counts.get(group) ?? 0;
    counts.set(group, index + 1);
    return targets.flatMap((target) => {
      const to = ancestorAmong(target, parts) ?? 'outside';
      return to === from ? [] : [{ from, to, cost: COSTS[kind] + index }];
    });
  });
}

/** The cheapest path to an end; where no end is reached, the costliest one without a failure. */
function pathFrom(start: string, ends: ReadonlySet<string>, edges: readonly PartEdge[]): readonly string[] {
  const found = new Map([[start, { cost: 0, path: [start] }]]);
  const queue = [start];
  for (let here = queue.shift(); here !== undefined; here = queue.shift()) {
    const { cost, path } = found.get(here) ?? { cost: 0, path: [] };
    for (const { from, to, cost: more } of edges) {
      const total = cost + more;
      if (from !== here || ends.has(here) || total >= (found.get(to)?.cost ?? Number.POSITIVE_INFINITY))
        continue;
      found.set(to, { cost: total, path: [...path, to] });
      queue.push(to);
    }
  }
  const sorted = [...found].toSorted(([, a], [, b]) => a.cost - b.cost);
  const end = sorted.find(([id]) => ends.has(id)) ?? sorted.findLast(([, { cost }]) => cost < FAILING);
  return end?.[1].path ?? [];
}

/** Id of the parent of some states. */
const scopeOf = ([first = '']: readonly string[]): string => first.slice(0, first.lastIndexOf('.'));

/** Child states in the order of the source, those on the main path in the order of the path. */
export function alongMainPath<Part extends { readonly id: string }>(
  { mainPaths }: ChartMachine,
  parts: readonly Part[],
): readonly Part[] {
  const path = mainPaths[scopeOf(parts.map(({ id }) => id))] ?? [];
  const ordered = path.flatMap((id) => parts.find((part) => part.id === id) ?? []).values();
  return parts.map((part) => (path.includes(part.id) ? (ordered.next().value ?? part) : part));
}

/**
 * The column of each child state: the main path in the middle, states entered by a failure on the right, all others
 * on the left.
 */
export function columnsOf(
  machine: ChartMachine,
  initial: string | null,
  ids: readonly string[],
): ReadonlyMap<string, Column> {
  const parts = new Set(ids);
  const start = (initial && ancestorAmong(initial, parts)) ?? ids[0] ?? '';
  const edges = edgesAmong(machine, parts);
  const finals = machine.states.filter(({ id, type }) => parts.has(id) && type === 'final');
  const mainPath = new Set(
    machine.mainPaths[scopeOf(ids)] ??
      pathFrom(start, new Set(finals.length > 0 ? finals.map(({ id }) => id) : ['outside']), edges),
  );
  const isFailure = (id: string): boolean => {
    const entering = machine.transitions.filter(({ targets }) =>
      targets.some((target) => ancestorAmong(target, parts) === id),
    );
    return entering.some(({ kind, source }) => kind === 'error' && ancestorAmong(source, parts) !== id);
  };
  return new Map(ids.map((id): [string, Column] => [id, mainPath.has(id) ? 1 : isFailure(id) ? 2 : 0]));
}
