import type { TransitionKind } from '#atlas/model/types.ts';
import type { Point } from './graph.ts';
import { CHANNEL, type ChartLayout, type PlacedNode } from './layout.ts';

/** An arrow between two nodes: of a transition, or from a group to its initial state. */
type Arrow = {
  readonly source: PlacedNode;
  readonly target: PlacedNode;
  readonly kind: TransitionKind | 'start';
  /** Id of the transition; empty for the initial state of a group. */
  readonly transition: string;
  /** The height at which it leaves the side of its source, in pixels. */
  readonly y: number;
};

/** An arrow with its points: straight down, or along a lane between two columns. */
export type Edge = Arrow & {
  readonly from: Point;
  /** Position of the lane in pixels; null for a straight arrow. */
  readonly lane: number | null;
  readonly to: Point;
};

/** Failure arrows into a state are left out when at least this many nodes have one. */
const HUB_FAILURES = 5;
/** Distance between parallel arrows, in pixels. */
const SPACING = 9;
const LANE_COUNT = Math.floor((CHANNEL - 20) / SPACING);
/** Vertical offset of arrows that end at the side of a node, in pixels below its upper edge. */
const HEAD_OFFSET = 20;

function arrowsOf({ nodes }: ChartLayout): readonly Arrow[] {
  const byId = new Map(nodes.map((each) => [each.node.id, each]));
  const failures = nodes.flatMap(({ node }) => [
    ...new Set(node.lines.flatMap(({ kind, targetIds }) => (kind === 'error' ? targetIds : []))),
  ]);
  const isHub = (id: string) => failures.filter((target) => target === id).length >= HUB_FAILURES;
  return nodes.flatMap((source) => {
    const { node, content, box } = source;
    const lines = content.lines.flatMap(({ line, y }) =>
      line.targetIds
        .filter((id) => line.kind !== 'error' || !isHub(id))
        .map((id) => ({ id, kind: line.kind, transition: line.id, y: box.y + y + 10 })),
    );
    const initial = {
      id: node.initial ?? '',
      kind: 'start',
      transition: '',
      y: box.y + HEAD_OFFSET,
    } as const;
    return [...lines, initial].flatMap(({ id, ...arrow }): Arrow[] => {
      const target = byId.get(id);
      return target && target !== source ? [{ ...arrow, source, target }] : [];
    });
  });
}

/** Whether two nodes of a column have no node between them. */
const isAdjacent = ({ nodes }: ChartLayout, { source, target }: Arrow): boolean => {
  const bottom = source.box.y + source.box.height;
  const isBelow = ({ box }: PlacedNode) => box.x === source.box.x && box.y >= bottom;
  return isBelow(target) && !nodes.some((node) => isBelow(node) && node.box.y < target.box.y);
};

/** Index of the channel between two columns for an arrow; null when it would cross a column. */
function channelOf({ columns }: ChartLayout, { source, target }: Arrow): number | null {
  const [from, to] = [columns.indexOf(source.box.x), columns.indexOf(target.box.x)];
  if (from === to) return from < columns.length - 1 ? from : from > 0 ? from - 1 : null;
  return Math.abs(from - to) === 1 ? Math.min(from, to) : null;
}

const keyOf = ({ source, target }: Arrow): string => `${source.node.id} ${target.node.id}`;

/** The arrows of a chart. One that finds no free lane is left out: the transition line names its target. */
export function edgesOf(layout: ChartLayout): readonly Edge[] {
  const arrows = arrowsOf(layout);
  const { next = [], other = [] } = Object.groupBy(arrows, (arrow) =>
    isAdjacent(layout, arrow) ? 'next' : 'other',
  );
  const direct = [...Map.groupBy(next, keyOf).values()].flatMap(([first]) => first ?? []);
  const edges = direct.map((arrow): Edge => {
    const { box } = arrow.source;
    const x = box.x + box.width / 2;
    return { ...arrow, from: { x, y: box.y + box.height }, lane: null, to: { x, y: arrow.target.box.y } };
  });
  // Arrows to one node through one channel share a lane.
  const bundles = [
    ...Map.groupBy(other, (arrow) => `${channelOf(layout, arrow)} ${arrow.target.node.id}`).values(),
  ]
    .map((bundle) => {
      const heights = bundle.flatMap(({ y, target }) => [y, target.box.y + HEAD_OFFSET]);
      return { bundle, top: Math.min(...heights), end: Math.max(...heights) };
    })
    .toSorted((a, b) => a.end - a.top - (b.end - b.top));
  const usedLanes: { lane: number; top: number; end: number }[] = [];
  for (const { bundle, top, end } of bundles) {
    const channel = bundle[0] ? channelOf(layout, bundle[0]) : null;
    if (channel === null) continue;
    const left = (layout.columns[channel] ?? 0) + layout.graph.nodeWidth + 12;
    const isFree = (lane: number) =>
      usedLanes.every(
        (other) => other.lane !== lane || other.end + SPACING < top || end + SPACING < other.top,
      );
    const lane = Array.from({ length: LANE_COUNT }, (_, index) => left + index * SPACING).find(isFree);
    if (lane === undefined) continue;
    usedLanes.push({ lane, top, end });
    const sideOf = ({ box }: PlacedNode) => (box.x < lane ? box.x + box.width : box.x);
    for (const arrow of bundle) {
      const { source, target, y } = arrow;
      const to = { x: sideOf(target), y: target.box.y + HEAD_OFFSET };
      edges.push({ ...arrow, from: { x: sideOf(source), y }, lane, to });
    }
  }
  return edges;
}
