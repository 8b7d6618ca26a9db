import type { Box, ChartGraph, ChartNode, Column } from './graph.ts';
import { type NodeContent, nodeContent } from './node-content.ts';

/** Width of the channel between two columns, in pixels. */
export const CHANNEL = 72;
const MARGIN = 28;
/** Vertical gap between nodes, in pixels. */
const GAP = 22;
/** Padding of a frame above and below, in pixels. */
const INSET = 14;
/** Inset of a frame in the frame around it, in pixels. */
const STEP = 9;

/**
 * Positions that fit the nodes of several charts, such as the same chart in each language. The nodes are in the order of
 * the first chart, from top to bottom, each in its column; a group occupies all columns.
 * @returns the nodes and the frames around groups, by id and in pixels
 */
export function positionsFor(graphs: readonly ChartGraph[]) {
  const nodesById = new Map<string, { readonly node: ChartNode; readonly height: number }>();
  for (const graph of graphs)
    for (const node of graph.nodes) {
      const { height } = nodeContent(node, graph.nodeWidth);
      const first = nodesById.get(node.id);
      nodesById.set(node.id, { node: first?.node ?? node, height: Math.max(height, first?.height ?? 0) });
    }
  const children = Map.groupBy(nodesById.values(), ({ node }) => node.parent);
  const nodes = new Map<string, { readonly column: Column; readonly y: number }>();
  const frames = new Map<string, Pick<Box, 'y' | 'height'>>();

  /** The upper edge of the first sibling with a transition to a node. */
  const sourceOf = ({ id, parent }: ChartNode): number => {
    const isTarget = (target: string) => target === id || target.startsWith(`${id}.`);
    const sources = (children.get(parent) ?? []).filter(({ node }) =>
      node.lines.some(({ targetIds }) => targetIds.some(isTarget)),
    );
    return sources.flatMap(({ node }) => nodes.get(node.id)?.y ?? [])[0] ?? 0;
  };

  /** Stacks the nodes of a group, starting at `top`. @returns the lower edge of all, with the gap below it */
  const stack = (parent: string | null, top: number): number => {
    const bottoms = [top, top, top];
    for (const { node, height } of children.get(parent) ?? []) {
      const { id, column } = node;
      if (children.has(id)) {
        const y = Math.max(...bottoms);
        nodes.set(id, { column, y: y + INSET });
        const end = stack(id, y + INSET + height + GAP) - GAP + INSET;
        frames.set(id, { y, height: end - y });
        bottoms.fill(end + GAP);
      } else {
        const below = bottoms[column] ?? top;
        const y = column === 1 ? below : Math.max(below, sourceOf(node));
        nodes.set(id, { column, y });
        bottoms[column] = y + height + GAP;
      }
    }
    return Math.max(...bottoms);
  };

  stack(null, 0);
  return { nodes, frames };
}

export type PlacedNode = { readonly node: ChartNode; readonly content: NodeContent; readonly box: Box };

/** A chart after layout; all values in pixels. */
export type ChartLayout = {
  readonly graph: ChartGraph;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  /** The frames of groups, the outermost first. */
  readonly frames: readonly { readonly node: ChartNode; readonly depth: number; readonly box: Box }[];
  /** The left edges of the columns in use. */
  readonly columns: readonly number[];
};

export function layOutGraph(graph: ChartGraph, positions: ReturnType<typeof positionsFor>): ChartLayout {
  const { nodeWidth } = graph;
  const parents = new Map(graph.nodes.map(({ id, parent }) => [id, parent]));
  const depthOf = (id: string): number => {
    const parent = parents.get(id) ?? null;
    return parent === null ? 0 : 1 + depthOf(parent);
  };
  const maxDepth = Math.max(0, ...graph.nodes.map(({ id }) => depthOf(id)));
  const left = MARGIN + STEP * maxDepth;
  const placed = graph.nodes.flatMap((node) => {
    const position = positions.nodes.get(node.id);
    return position ? [{ node, ...position }] : [];
  });
  const usedColumns = [...new Set(placed.map(({ column }) => column))].toSorted();
  const columns = usedColumns.map((_, index) => left + index * (nodeWidth + CHANNEL));
  const right = (columns.at(-1) ?? left) + nodeWidth;
  const nodes = placed.map(({ node, column, y }): PlacedNode => {
    const content = nodeContent(node, nodeWidth);
    const x = columns[usedColumns.indexOf(column)] ?? left;
    return { node, content, box: { x, y, width: nodeWidth, height: content.height } };
  });
  const frames = graph.nodes.flatMap((node) => {
    const frame = positions.frames.get(node.id);
    const depth = depthOf(node.id);
    const inset = STEP * (maxDepth - depth);
    const width = right - left + 2 * inset;
    return frame ? [{ node, depth, box: { x: left - inset, width, ...frame } }] : [];
  });
  const ends = [...nodes, ...frames].map(({ box }) => box.y + box.height);
  return {
    graph,
    width: right + left,
    height: Math.max(0, ...ends) + MARGIN,
    nodes,
    frames,
    columns,
  };
}

/** A part of a chart from top to bottom, in pixels. */
export type ChartPart = { readonly y: number; readonly height: number };

/** Space above the first node of a part, in pixels. */
const SPACE_ABOVE = 10;

/**
 * Cuts a chart into parts for pages: between groups if possible, else between states, else anywhere.
 * @param pageHeight in pixels
 */
export function chartParts({ nodes, frames, height }: ChartLayout, pageHeight: number): readonly ChartPart[] {
  const boxes = [...nodes, ...frames].map(({ box }) => box);
  const isClear = (list: readonly { readonly box: Box }[], y: number): boolean =>
    list.every(({ box }) => y <= box.y || y >= box.y + box.height);
  const cuts = boxes
    .map(({ y }) => y - SPACE_ABOVE)
    .filter((y) => isClear(nodes, y))
    .toSorted((a, b) => a - b);
  const parts: ChartPart[] = [];
  for (let y = 0; y < height; ) {
    const possibleCuts = cuts.filter((cut) => cut > y + pageHeight / 2 && cut <= y + pageHeight);
    const cut =
      possibleCuts.findLast((each) => isClear(frames, each)) ?? possibleCuts.at(-1) ?? y + pageHeight;
    const end = y + pageHeight >= height ? height : cut;
    parts.push({ y, height: end - y });
    y = end;
  }
  return parts;
}
