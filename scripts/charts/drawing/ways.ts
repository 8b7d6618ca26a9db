import type { Arrow, Line } from '#scripts/charts/drawing/figure.ts';
import type { Way } from '#scripts/charts/model/screens.ts';
import type { ChartMachine } from '#scripts/charts/model/types.ts';

/** From this many screens on, what fails into the same screen is a line in each box in place of an arrow. */
const HUB = 4;

function hubsOf(ways: readonly Way[]): ReadonlySet<string> {
  const failing = ways.filter(({ transition }) => transition.kind === 'error');
  const byTarget = Map.groupBy(failing, ({ target }) => target);
  const hubs = [...byTarget].filter(([, group]) => new Set(group.map(({ source }) => source)).size >= HUB);
  return new Set(hubs.map(([target]) => target));
}

/** How ways are shown: on an arrow, as a line in the box where they begin, or as a line and an arrow without one. */
export type SortedWays = {
  readonly arrows: readonly Way[];
  readonly lines: readonly Way[];
  readonly bare: readonly Way[];
};

/**
 * Sorts the ways between screens. Arrows lead down, from a screen to a later one; what leads back up or fails into
 * the same screen from everywhere is a line. The ways from the entry are all lines: an arrow shows those to screens
 * that no other leads to.
 */
export function sortWays(machine: ChartMachine, ways: readonly Way[]): SortedWays {
  const entry = machine.states[0]?.initial;
  const hubs = hubsOf(ways);
  const rank = new Map(machine.states.map(({ id }, index) => [id, index]));
  const leadsBack = ({ source, target }: Way) => (rank.get(target) ?? 0) < (rank.get(source) ?? 0);
  const isHubbed = ({ target, transition }: Way) => transition.kind === 'error' && hubs.has(target);
  const forward = ways.filter((way) => !leadsBack(way) && !isHubbed(way));
  const arrows = forward.filter(({ source }) => source !== entry);
  const reached = new Set(arrows.map(({ target }) => target));
  const drawn = new Set(arrows);
  return {
    arrows,
    lines: ways.filter((way) => !drawn.has(way)),
    bare: forward.filter(({ source, target }) => source === entry && !reached.has(target)),
  };
}

/** One arrow for all ways of a kind from one screen to another, with a line for each. */
export function arrowsFor(ways: readonly Way[], linesOf: (group: readonly Way[]) => readonly Line[]) {
  const groups = Map.groupBy(
    ways,
    ({ source, target, transition }) => `${source}->${target}:${transition.kind}`,
  );
  return [...groups].flatMap(([id, group]): Arrow[] => {
    const [first] = group;
    if (!first) return [];
    const { source, target, transition } = first;
    return [{ id, source, target, kind: transition.kind, lines: linesOf(group) }];
  });
}
