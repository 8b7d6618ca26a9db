import type { ChartMachine, ChartTransition } from '#atlas/model/types.ts';
import type { Column } from './graph.ts';

/** A path that costs more leads over a failure. */
const FAILING = 40;

/** How far a path is from the usual one. */
const COSTS: Readonly<Record<ChartTransition['kind'], number>> = {
  event: 2,
  done: 1,
  always: 1,
  delay: 6,
  error: FAILING,
};

/** A connection between two parts of a state. */
type PartEdge = { readonly from: string; readonly to: string; readonly cost: number };

const ancestorAmong = (id: string, parts: ReadonlySet<string>): string | undefined =>
  [...parts].find((part) => id === part || id.startsWith(`${part}.`));

/** The connections between some parts: of several answers, a later one is a little less usual. */
function edgesAmong(machine: ChartMachine, parts: ReadonlySet<string>): readonly PartEdge[] {
  const positions = new Map<string, number>();
  return machine.transitions.flatMap(({ source, kind, name, targets }) => {
    const from = ancestorAmong(source, parts);
    if (from === undefined) return [];
    const group = `${source} ${kind} ${name}`;
    const position = positions.get(group) ?? 0;
    positions.set(group, position + 1);
    return targets.flatMap((target) => {
      const to = ancestorAmong(target, parts) ?? 'outside';
      return to === from ? [] : [{ from, to, cost: COSTS[kind] + position }];
    });
  });
}

/** The cheapest path from a part to an end; where no end is reached, to the part that is farthest without a failure. */
function pathFrom(start: string, ends: ReadonlySet<string>, ways: readonly PartEdge[]): readonly string[] {
  const costs = new Map([[start, 0]]);
  const before = new Map<string, string>();
  const open = new Set([start]);
  const pathTo = (end: string): readonly string[] => {
    const path = [end];
    for (let each = before.get(end); each !== undefined; each = before.get(each)) path.unshift(each);
    return path;
  };
  while (open.size > 0) {
    const here = [...open].reduce((a, b) => ((costs.get(a) ?? 0) <= (costs.get(b) ?? 0) ? a : b));
    open.delete(here);
    if (ends.has(here)) return pathTo(here);
    for (const { to, cost } of ways.filter(({ from }) => from === here)) {
      const total = (costs.get(here) ?? 0) + cost;
      if (total >= (costs.get(to) ?? Number.POSITIVE_INFINITY)) continue;
      costs.set(to, total);
      before.set(to, here);
      open.add(to);
    }
  }
  const farthest = [...costs].filter(([, cost]) => cost < FAILING).reduce((a, b) => (b[1] > a[1] ? b : a));
  return pathTo(farthest[0]);
}

/** The machine or state that contains the parts. */
const scopeOf = ([first = '']: readonly string[]): string => first.slice(0, first.lastIndexOf('.'));

/** The parts of a state in the order of the source, those on its usual way in the order of that. */
export function alongMainPath<Part extends { readonly id: string }>(
  { mainPaths }: ChartMachine,
  parts: readonly Part[],
): readonly Part[] {
  const way = mainPaths[scopeOf(parts.map(({ id }) => id))] ?? [];
  const onWay = way.flatMap((id) => parts.find((part) => part.id === id) ?? []).values();
  return parts.map((part) => (way.includes(part.id) ? (onWay.next().value ?? part) : part));
}

/**
 * The column of each part of a state: the usual way from what is entered first to the end is in the middle; what
 * only failures and answers that were not hoped for lead to is on the right; all else on the left.
 */
export function columnsOf(
  machine: ChartMachine,
  initial: string | null,
  ids: readonly string[],
): ReadonlyMap<string, Column> {
  const parts = new Set(ids);
  const start = (initial && ancestorAmong(initial, parts)) ?? ids[0] ?? '';
  const ways = edgesAmong(machine, parts);
  const finals = machine.states.filter(({ id, type }) => parts.has(id) && type === 'final');
  const usual = new Set(
    machine.mainPaths[scopeOf(ids)] ??
      pathFrom(start, new Set(finals.length > 0 ? finals.map(({ id }) => id) : ['outside']), ways),
  );
  const isFailure = (id: string): boolean => {
    const entering = machine.transitions.filter(({ targets }) =>
      targets.some((target) => ancestorAmong(target, parts) === id),
    );
    return entering.some(({ kind, source }) => kind === 'error' && ancestorAmong(source, parts) !== id);
  };
  return new Map(ids.map((id): [string, Column] => [id, usual.has(id) ? 1 : isFailure(id) ? 2 : 0]));
}
