import type { Box, ChartGraph, ChartNode, Column } from './graph.ts';
import { type NodeContent, nodeContent } from './node-content.ts';
import { frameKey, type MeasuredNode, type Positions, positionNodes } from './positions.ts';

/** Width of the channel between two columns, in pixels. */
export const CHANNEL = 72;
const MARGIN = 28;
/** Inset of a frame in the frame around it, in pixels. */
const STEP = 9;

export type PlacedNode = { readonly node: ChartNode; readonly content: NodeContent; readonly box: Box };

/** A chart after layout; all values in pixels. */
export type ChartLayout = {
  readonly graph: ChartGraph;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  /** The frames of groups, the outermost first. */
  readonly frames: readonly { readonly node: ChartNode; readonly box: Box }[];
  /** The left edges of the columns in use. */
  readonly columns: readonly number[];
};

/** Positions that fit the nodes of several charts, such as the same chart in each language. */
export function positionsFor(graphs: readonly ChartGraph[]): Positions {
  const nodes = new Map<string, MeasuredNode>();
  for (const graph of graphs)
    for (const node of graph.nodes) {
      const { height } = nodeContent(node, graph.nodeWidth);
      const first = nodes.get(node.id);
      nodes.set(node.id, { node: first?.node ?? node, height: Math.max(height, first?.height ?? 0) });
    }
  return positionNodes([...nodes.values()]);
}

/** Lays out a chart. */
export function layOutGraph(graph: ChartGraph, positions: Positions): ChartLayout {
  const depthOf = ({ parent }: ChartNode): number => {
    const around = graph.nodes.find(({ id }) => id === parent);
    return around ? 1 + depthOf(around) : 0;
  };
  const deepest = Math.max(0, ...graph.nodes.map(depthOf));
  const used = ([0, 1, 2] as const).filter((column) =>
    graph.nodes.some(({ id }) => positions[id]?.column === column),
  );
  const left = MARGIN + STEP * deepest;
  const columns = used.map((_, index) => left + index * (graph.nodeWidth + CHANNEL));
  const xOf = (column: Column): number => columns[used.indexOf(column)] ?? left;
  const right = (columns.at(-1) ?? left) + graph.nodeWidth;
  const nodes = graph.nodes.flatMap((node): PlacedNode[] => {
    const position = positions[node.id];
    if (!position) return [];
    const content = nodeContent(node, graph.nodeWidth);
    return [
      {
        node,
        content,
        box: { x: xOf(position.column), y: position.y, width: graph.nodeWidth, height: content.height },
      },
    ];
  });
  const frames = graph.nodes.flatMap((node) => {
    const position = positions[frameKey(node.id)];
    if (!position) return [];
    const inset = STEP * (deepest - depthOf(node));
    return [
      {
        node,
        box: {
          x: left - inset,
          y: position.y,
          width: right - left + 2 * inset,
          height: position.reservedHeight,
        },
      },
    ];
  });
  const ends = [...nodes, ...frames].map(({ box }) => box.y + box.height);
  return {
    graph,
    width: right + STEP * deepest + MARGIN,
    height: Math.max(0, ...ends) + MARGIN,
    nodes,
    frames,
    columns,
  };
}

const isApart = (a: Box, b: Box): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** Messages about overlapping nodes; a readable chart has none. */
export const overlappingNodes = ({ graph, nodes }: ChartLayout): readonly string[] =>
  nodes.flatMap(({ node, box }, index) =>
    nodes
      .slice(index + 1)
      .filter((other) => !isApart(box, other.box))
      .map((other) => `${graph.id}: ${node.id} overlaps ${other.node.id}`),
  );

/** A part of a chart from top to bottom, in pixels. */
export type ChartPart = { readonly y: number; readonly height: number };

/** Space above the node that a part begins with. */
const ABOVE = 10;

/**
 * The parts of a chart for pages of a height: cut where no state and no group is, else between states, else anywhere.
 * @param most the height of a page, in pixels
 */
export function partsOf({ nodes, frames, height }: ChartLayout, most: number): readonly ChartPart[] {
  const boxes = [...nodes, ...frames].map(({ box }) => box);
  const isClear = (list: readonly { readonly box: Box }[], y: number): boolean =>
    list.every(({ box }) => y <= box.y || y >= box.y + box.height);
  const cuts = boxes
    .map(({ y }) => y - ABOVE)
    .filter((y) => isClear(nodes, y))
    .toSorted((a, b) => a - b);
  const parts: ChartPart[] = [];
  for (let y = 0; y < height; ) {
    const fitting = cuts.filter((cut) => cut > y + most / 2 && cut <= y + most);
    const cut = fitting.findLast((each) => isClear(frames, each)) ?? fitting.at(-1) ?? y + most;
    const end = y + most >= height ? height : cut;
    parts.push({ y, height: end - y });
    y = end;
  }
  return parts;
}
