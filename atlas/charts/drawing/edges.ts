import type { TransitionKind } from '#atlas/model/types.ts';
import type { Point } from './graph.ts';
import { CHANNEL_WIDTH, type ChartLayout, type PlacedNode } from './layout.ts';

/** An arrow between two nodes, which shows a transition, or leads from a group to its initial state. */
type Arrow = {
  readonly source: PlacedNode;
  readonly target: PlacedNode;
  readonly kind: TransitionKind | 'start';
  /** Id of the transition; empty for an arrow to an initial state. */
  readonly transition: string;
  /** The vertical position at which the arrow begins at the side of its source, in pixels. */
  readonly y: number;
};

/** An arrow with its end points. It runs straight down, or along a lane (a vertical line between two columns). */
export type Edge = Arrow & {
  readonly from: Point;
  /** Horizontal position of the lane in pixels; null for a straight arrow. */
  readonly lane: number | null;
  readonly to: Point;
};

/** A state is a hub of failures when at least this many nodes have a failure arrow to the state. These arrows are not drawn. */
const MIN_HUB_FAILURES = 5;
/** Distance between parallel arrows, in pixels. */
const LANE_SPACING = 9;
/** Distance between the first lane of a channel and the column on its left, in pixels. */
const LANE_MARGIN = 12;
/** Number of lanes in a channel. There is some space on both sides. */
const LANE_COUNT = Math.floor((CHANNEL_WIDTH - 20) / LANE_SPACING);
/** Vertical offset of arrows that end at the side of a node, in pixels below its upper edge. */
const ARROWHEAD_OFFSET = 20;
/** Vertical offset of the beginning of an arrow, in pixels below the upper edge of its transition's text. */
const ARROW_START_OFFSET = 10;

/** All possible arrows of a chart, without the failure arrows into hubs. */
function arrowsOf({ nodes }: ChartLayout): readonly Arrow[] {
  const nodesById = new Map(nodes.map((placedNode) => [placedNode.node.id, placedNode]));
  const failureTargets = nodes.flatMap(({ node }) => [
    ...new Set(node.lines.flatMap(({ kind, targetIds }) => (kind === 'error' ? targetIds : []))),
  ]);
  const isHub = (id: string) => failureTargets.filter((target) => target === id).length >= MIN_HUB_FAILURES;
  return nodes.flatMap((source) => {
    const { node, content, box } = source;
    const lines = content.lines.flatMap(({ line, y }) =>
      line.targetIds
        .filter((id) => line.kind !== 'error' || !isHub(id))
        .map((id) => ({ id, kind: line.kind, transition: line.id, y: box.y + y + ARROW_START_OFFSET })),
    );
    const initial = {
      id: node.initial ?? '',
      kind: 'start',
      transition: '',
      y: box.y + ARROWHEAD_OFFSET,
    } as const;
    return [...lines, initial].flatMap(({ id, ...arrow }): Arrow[] => {
      const target = nodesById.get(id);
      return target && target !== source ? [{ ...arrow, source, target }] : [];
    });
  });
}

/** Whether the target of an arrow is the next node below the source in the same column. */
const isAdjacent = ({ nodes }: ChartLayout, { source, target }: Arrow): boolean => {
  const bottom = source.box.y + source.box.height;
  const isBelow = ({ box }: PlacedNode) => box.x === source.box.x && box.y >= bottom;
  return isBelow(target) && !nodes.some((node) => isBelow(node) && node.box.y < target.box.y);
};

/** Index of the channel between two columns through which an arrow runs; null when the arrow would cross a column. */
function channelOf({ columns }: ChartLayout, { source, target }: Arrow): number | null {
  const from = columns.indexOf(source.box.x);
  const to = columns.indexOf(target.box.x);
  if (from === to) return from < columns.length - 1 ? from : from > 0 ? from - 1 : null;
  return Math.abs(from - to) === 1 ? Math.min(from, to) : null;
}

const nodePairKey = ({ source, target }: Arrow): string => `${source.node.id} ${target.node.id}`;

/** The arrows of a chart. An arrow without a free lane is not drawn; the text of its transition names the target. */
export function edgesOf(layout: ChartLayout): readonly Edge[] {
  const arrows = arrowsOf(layout);
  const { straight = [], alongLane = [] } = Object.groupBy(arrows, (arrow) =>
    isAdjacent(layout, arrow) ? 'straight' : 'alongLane',
  );
  // Only one straight arrow is drawn between two nodes.
  const firstStraight = [...Map.groupBy(straight, nodePairKey).values()].flatMap(([first]) => first ?? []);
  const edges = firstStraight.map((arrow): Edge => {
    const { box } = arrow.source;
    const x = box.x + box.width / 2;
    return { ...arrow, from: { x, y: box.y + box.height }, lane: null, to: { x, y: arrow.target.box.y } };
  });
  // Arrows to the same node through the same channel share a lane.
  const bundles = [
    ...Map.groupBy(alongLane, (arrow) => `${channelOf(layout, arrow)} ${arrow.target.node.id}`).values(),
  ]
    .map((bundle) => {
      const heights = bundle.flatMap(({ y, target }) => [y, target.box.y + ARROWHEAD_OFFSET]);
      return { bundle, top: Math.min(...heights), bottom: Math.max(...heights) };
    })
    .toSorted((a, b) => a.bottom - a.top - (b.bottom - b.top));
  const usedLanes: { lane: number; top: number; bottom: number }[] = [];
  for (const { bundle, top, bottom } of bundles) {
    const channel = bundle[0] ? channelOf(layout, bundle[0]) : null;
    if (channel === null) continue;
    const left = (layout.columns[channel] ?? 0) + layout.graph.nodeWidth + LANE_MARGIN;
    const isFree = (lane: number) =>
      usedLanes.every(
        (used) => used.lane !== lane || used.bottom + LANE_SPACING < top || bottom + LANE_SPACING < used.top,
      );
    const lane = Array.from({ length: LANE_COUNT }, (_, index) => left + index * LANE_SPACING).find(isFree);
    if (lane === undefined) continue;
    usedLanes.push({ lane, top, bottom });
    const sideOf = ({ box }: PlacedNode) => (box.x < lane ? box.x + box.width : box.x);
    for (const arrow of bundle) {
      const { source, target, y } = arrow;
      const to = { x: sideOf(target), y: target.box.y + ARROWHEAD_OFFSET };
      edges.push({ ...arrow, from: { x: sideOf(source), y }, lane, to });
    }
  }
  return edges;
}
