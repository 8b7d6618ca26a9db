import type { TransitionKind } from '#atlas/model/types.ts';
import type { Point } from './graph.ts';
import { CHANNEL, type ChartLayout, type PlacedNode } from './layout.ts';

/** An arrow from a transition line, or from a group, to another node. */
export type Edge = {
  readonly id: string;
  readonly kind: TransitionKind | 'start';
  /** Id of the transition; empty for the initial state of a group. */
  readonly line: string;
  readonly points: readonly Point[];
};

/** Failure arrows into a state are left out where so many nodes lead to it by a failure. */
const HUB = 5;
/** Distance between parallel arrows, in pixels. */
const SPACING = 9;
const LANES = Math.floor((CHANNEL - 20) / SPACING);
/** Vertical offset of arrows that end at the side of a node, in pixels below its upper edge. */
const HEAD = 20;

type EdgeRequest = {
  readonly source: PlacedNode;
  readonly target: PlacedNode;
  readonly kind: Edge['kind'];
  readonly line: string;
  /** Vertical start, in pixels. */
  readonly y: number;
};

function edgeRequests({ nodes }: ChartLayout): readonly EdgeRequest[] {
  const byId = new Map(nodes.map((each) => [each.node.id, each]));
  const failing = new Map<string, Set<string>>();
  for (const { node } of nodes)
    for (const { kind, targetIds } of node.lines)
      for (const target of kind === 'error' ? targetIds : [])
        failing.set(target, (failing.get(target) ?? new Set()).add(node.id));
  return nodes.flatMap((source) => {
    const { node, content, box } = source;
    const lines = content.lines.flatMap(({ line, y }) =>
      line.targetIds.flatMap((id): EdgeRequest[] => {
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

const idOf = ({ source, target, line }: EdgeRequest): string =>
  `${line || source.node.id}->${target.node.id}`;

/** Whether two nodes of a column have no node between them. */
const isNext = ({ nodes }: ChartLayout, { source, target }: EdgeRequest): boolean => {
  const edge = source.box.y + source.box.height;
  return (
    source.box.x === target.box.x &&
    target.box.y >= edge &&
    !nodes.some(({ box }) => box.x === source.box.x && box.y >= edge && box.y < target.box.y)
  );
};

const straightEdge = (arrow: EdgeRequest): Edge => {
  const { source, target, kind, line } = arrow;
  const x = source.box.x + source.box.width / 2;
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

/** Index of the channel between two columns that an arrow takes; null where it would cross a column. */
function channelOf({ columns }: ChartLayout, { source, target }: EdgeRequest): number | null {
  const [from, to] = [columns.indexOf(source.box.x), columns.indexOf(target.box.x)];
  if (from === to) return from < columns.length - 1 ? from : from > 0 ? from - 1 : null;
  return Math.abs(from - to) === 1 ? Math.min(from, to) : null;
}

/** Arrows to one node through one channel: they share a vertical line. */
type EdgeBundle = {
  readonly channel: number;
  readonly requests: readonly EdgeRequest[];
  readonly top: number;
  readonly end: number;
};

function bundlesOf(layout: ChartLayout, arrows: readonly EdgeRequest[]): readonly EdgeBundle[] {
  const groups = Map.groupBy(arrows, (arrow) => `${channelOf(layout, arrow)} ${arrow.target.node.id}`);
  return [...groups.values()].flatMap((group): EdgeBundle[] => {
    const [first] = group;
    const channel = first ? channelOf(layout, first) : null;
    if (!first || channel === null) return [];
    const heights = [...group.map(({ y }) => y), first.target.box.y + HEAD];
    return [{ channel, requests: group, top: Math.min(...heights), end: Math.max(...heights) }];
  });
}

/** The arrows of a chart. One that finds no free lane is left out: the transition line names its target. */
export function edgesOf(layout: ChartLayout): readonly Edge[] {
  const arrows = edgeRequests(layout);
  const next = arrows.filter((arrow) => isNext(layout, arrow));
  const direct = [
    ...new Map(
      next.toReversed().map((arrow) => [`${arrow.source.node.id} ${arrow.target.node.id}`, arrow]),
    ).values(),
  ];
  const bundles = bundlesOf(
    layout,
    arrows.filter((arrow) => !next.includes(arrow)),
  ).toSorted((a, b) => a.end - a.top - (b.end - b.top));
  const lanes: EdgeBundle[][][] = layout.columns.map(() => []);
  const edges: Edge[] = direct.map(straightEdge);
  for (const bundle of bundles) {
    const channelLanes = lanes[bundle.channel] ?? [];
    const isFree = (lane: readonly EdgeBundle[]) =>
      lane.every((other) => other.end + SPACING < bundle.top || bundle.end + SPACING < other.top);
    const free = channelLanes.findIndex(isFree);
    const lane = free < 0 ? channelLanes.length : free;
    if (lane >= LANES) continue;
    channelLanes[lane] = [...(channelLanes[lane] ?? []), bundle];
    const x = (layout.columns[bundle.channel] ?? 0) + layout.graph.nodeWidth + 12 + lane * SPACING;
    for (const arrow of bundle.requests) {
      const { source, target, kind, line, y } = arrow;
      const from = source.box.x < x ? source.box.x + source.box.width : source.box.x;
      const to = target.box.x < x ? target.box.x + target.box.width : target.box.x;
      const end = target.box.y + HEAD;
      edges.push({
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
  return edges;
}
