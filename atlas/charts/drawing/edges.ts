import type { TransitionKind } from '#atlas/model/types.ts';
import type { Point } from './graph.ts';
import { CHANNEL, type ChartLayout, type PlacedNode } from './layout.ts';
import { NODE_WIDTH } from './node-content.ts';

/** An arrow from a line of a node, or from the node of a group, to another node. */
export type Route = {
  readonly id: string;
  readonly kind: TransitionKind | 'start';
  /** Id of the transition; empty where a group is entered. */
  readonly line: string;
  readonly points: readonly Point[];
};

/** No failure arrows are drawn into a state that this many nodes lead to by a failure: their lines name it. */
const HUB = 5;
const SPACING = 9;
const LANES = Math.floor((CHANNEL - 20) / SPACING);
/** Below the upper edge of a node, where arrows from the side end. */
const HEAD = 20;

type ArrowRequest = {
  readonly source: PlacedNode;
  readonly target: PlacedNode;
  readonly kind: Route['kind'];
  readonly line: string;
  /** Where it begins, from the upper edge of the layout. */
  readonly y: number;
};

function arrowRequests({ nodes }: ChartLayout): readonly ArrowRequest[] {
  const byId = new Map(nodes.map((each) => [each.node.id, each]));
  const failing = new Map<string, Set<string>>();
  for (const { node } of nodes)
    for (const { kind, leadsTo } of node.lines)
      for (const target of kind === 'error' ? leadsTo : [])
        failing.set(target, (failing.get(target) ?? new Set()).add(node.id));
  return nodes.flatMap((source) => {
    const { node, content, box } = source;
    const lines = content.lines.flatMap(({ line, y }) =>
      line.leadsTo.flatMap((id): ArrowRequest[] => {
        const target = byId.get(id);
        if (!target || target === source) return [];
        if (line.kind === 'error' && (failing.get(id)?.size ?? 0) >= HUB) return [];
        return [{ source, target, kind: line.kind, line: line.id, y: box.y + y + 10 }];
      }),
    );
    const initial = node.initial === null ? undefined : byId.get(node.initial);
    return initial && initial !== source
      ? [...lines, { source, target: initial, kind: 'start', line: '', y: box.y + HEAD }]
      : lines;
  });
}

const idOf = ({ source, target, line }: ArrowRequest): string =>
  `${line || source.node.id}->${target.node.id}`;

/** Whether two nodes of a column have no node between them. */
const isNext = ({ nodes }: ChartLayout, { source, target }: ArrowRequest): boolean => {
  const edge = source.box.y + source.box.height;
  return (
    source.box.x === target.box.x &&
    target.box.y >= edge &&
    !nodes.some(({ box }) => box.x === source.box.x && box.y >= edge && box.y < target.box.y)
  );
};

const straight = (arrow: ArrowRequest): Route => {
  const { source, target, kind, line } = arrow;
  const x = source.box.x + NODE_WIDTH / 2;
  return {
    id: idOf(arrow),
    kind,
    line,
    points: [
      { x, y: source.box.y + source.box.height },
      { x, y: target.box.y },
    ],
  };
};

/** The channel between two columns by which an arrow goes; null where it would cross a column. */
function channelOf({ columns }: ChartLayout, { source, target }: ArrowRequest): number | null {
  const [from, to] = [columns.indexOf(source.box.x), columns.indexOf(target.box.x)];
  if (from === to) return from < columns.length - 1 ? from : from > 0 ? from - 1 : null;
  return Math.abs(from - to) === 1 ? Math.min(from, to) : null;
}

/** Arrows to one node by one channel, which share a line. */
type Trunk = {
  readonly channel: number;
  readonly arrows: readonly ArrowRequest[];
  readonly top: number;
  readonly end: number;
};

function trunksOf(layout: ChartLayout, arrows: readonly ArrowRequest[]): readonly Trunk[] {
  const groups = Map.groupBy(arrows, (arrow) => `${channelOf(layout, arrow)} ${arrow.target.node.id}`);
  return [...groups.values()].flatMap((group): Trunk[] => {
    const [first] = group;
    const channel = first ? channelOf(layout, first) : null;
    if (!first || channel === null) return [];
    const heights = [...group.map(({ y }) => y), first.target.box.y + HEAD];
    return [{ channel, arrows: group, top: Math.min(...heights), end: Math.max(...heights) }];
  });
}

/** The arrows of a layout. One without room is left out: the line of the node names the target. */
export function routesOf(layout: ChartLayout): readonly Route[] {
  const arrows = arrowRequests(layout);
  const next = arrows.filter((arrow) => isNext(layout, arrow));
  const direct = [
    ...new Map(
      next.toReversed().map((arrow) => [`${arrow.source.node.id} ${arrow.target.node.id}`, arrow]),
    ).values(),
  ];
  const trunks = trunksOf(
    layout,
    arrows.filter((arrow) => !next.includes(arrow)),
  ).toSorted((a, b) => a.end - a.top - (b.end - b.top));
  const lanes: Trunk[][][] = layout.columns.map(() => []);
  const routes: Route[] = direct.map(straight);
  for (const trunk of trunks) {
    const taken = lanes[trunk.channel] ?? [];
    const isFree = (lane: readonly Trunk[]) =>
      lane.every((other) => other.end + SPACING < trunk.top || trunk.end + SPACING < other.top);
    const found = taken.findIndex(isFree);
    const lane = found < 0 ? taken.length : found;
    if (lane >= LANES) continue;
    taken[lane] = [...(taken[lane] ?? []), trunk];
    const x = (layout.columns[trunk.channel] ?? 0) + NODE_WIDTH + 12 + lane * SPACING;
    for (const arrow of trunk.arrows) {
      const { source, target, kind, line, y } = arrow;
      const from = source.box.x < x ? source.box.x + NODE_WIDTH : source.box.x;
      const to = target.box.x < x ? target.box.x + NODE_WIDTH : target.box.x;
      const end = target.box.y + HEAD;
      routes.push({
        id: idOf(arrow),
        kind,
        line,
        points: [
          { x: from, y },
          { x, y },
          { x, y: end },
          { x: to, y: end },
        ],
      });
    }
  }
  return routes;
}
