import type { Box, ChartGraph, ChartNode, Column } from './graph.ts';
import { type NodeContent, nodeContent } from './node-content.ts';

/** Width of the channel between two columns, in pixels. */
export const CHANNEL_WIDTH = 72;
const CHART_MARGIN = 28;
/** Vertical gap between nodes, in pixels. */
const NODE_GAP = 22;
/** Distance between the edge of a frame and the nodes above and below inside it, in pixels. */
const FRAME_PADDING = 14;
/** Horizontal distance between a frame and the frame around it, in pixels. */
const FRAME_INSET = 9;

/**
 * Computes positions that the nodes of several charts can use, such as the charts of a machine in both languages. In each column,
 * the nodes are in the order of the first chart, from top to bottom. A group occupies all columns.
 * @returns the positions of the nodes and of the frames around groups, by the ids of the nodes and in pixels
 */
export function commonPositions(graphs: readonly ChartGraph[]) {
  const nodesById = new Map<string, { readonly node: ChartNode; readonly height: number }>();
  for (const graph of graphs)
    for (const node of graph.nodes) {
      const { height } = nodeContent(node, graph.nodeWidth);
      const earlier = nodesById.get(node.id);
      nodesById.set(node.id, { node: earlier?.node ?? node, height: Math.max(height, earlier?.height ?? 0) });
    }
  const children = Map.groupBy(nodesById.values(), ({ node }) => node.parent);
  const nodes = new Map<string, { readonly column: Column; readonly y: number }>();
  const frames = new Map<string, Pick<Box, 'y' | 'height'>>();

  /** The upper edge of the first sibling node with a transition to a node. */
  const topOfSource = ({ id, parent }: ChartNode): number => {
    const isTarget = (target: string) => target === id || target.startsWith(`${id}.`);
    const sources = (children.get(parent) ?? []).filter(({ node }) =>
      node.lines.some(({ targetIds }) => targetIds.some(isTarget)),
    );
    return sources.flatMap(({ node }) => nodes.get(node.id)?.y ?? [])[0] ?? 0;
  };

  /**
   * Places the nodes of a group below each other, starting at `top`.
   * @param parent id of the group; null for the top level
   * @returns the position at which a following node can start
   */
  const placeNodes = (parent: string | null, top: number): number => {
    const bottoms = [top, top, top];
    for (const { node, height } of children.get(parent) ?? []) {
      const { id, column } = node;
      if (children.has(id)) {
        const y = Math.max(...bottoms);
        nodes.set(id, { column, y: y + FRAME_PADDING });
        const end = placeNodes(id, y + FRAME_PADDING + height + NODE_GAP) - NODE_GAP + FRAME_PADDING;
        frames.set(id, { y, height: end - y });
        bottoms.fill(end + NODE_GAP);
      } else {
        const below = bottoms[column] ?? top;
        const y = column === 1 ? below : Math.max(below, topOfSource(node));
        nodes.set(id, { column, y });
        bottoms[column] = y + height + NODE_GAP;
      }
    }
    return Math.max(...bottoms);
  };

  placeNodes(null, 0);
  return { nodes, frames };
}

/** A node with its wrapped texts and its position. */
export type PlacedNode = { readonly node: ChartNode; readonly content: NodeContent; readonly box: Box };

/** A chart after its layout. All values are in pixels. */
export type ChartLayout = {
  readonly graph: ChartGraph;
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  /** The frames around groups, the outer frames before the inner frames. */
  readonly frames: readonly { readonly node: ChartNode; readonly depth: number; readonly box: Box }[];
  /** The left edges of the columns that have nodes. */
  readonly columns: readonly number[];
};

/** Places the nodes of a chart at the given positions. */
export function layOutGraph(graph: ChartGraph, positions: ReturnType<typeof commonPositions>): ChartLayout {
  const { nodeWidth } = graph;
  const parents = new Map(graph.nodes.map(({ id, parent }) => [id, parent]));
  const depthOf = (id: string): number => {
    const parent = parents.get(id) ?? null;
    return parent === null ? 0 : 1 + depthOf(parent);
  };
  const maxDepth = Math.max(0, ...graph.nodes.map(({ id }) => depthOf(id)));
  const left = CHART_MARGIN + FRAME_INSET * maxDepth;
  const positionedNodes = graph.nodes.flatMap((node) => {
    const position = positions.nodes.get(node.id);
    return position ? [{ node, ...position }] : [];
  });
  const usedColumns = [...new Set(positionedNodes.map(({ column }) => column))].toSorted();
  const columns = usedColumns.map((_, index) => left + index * (nodeWidth + CHANNEL_WIDTH));
  const right = (columns.at(-1) ?? left) + nodeWidth;
  const nodes = positionedNodes.map(({ node, column, y }): PlacedNode => {
    const content = nodeContent(node, nodeWidth);
    const x = columns[usedColumns.indexOf(column)] ?? left;
    return { node, content, box: { x, y, width: nodeWidth, height: content.height } };
  });
  const frames = graph.nodes.flatMap((node) => {
    const frame = positions.frames.get(node.id);
    const depth = depthOf(node.id);
    const inset = FRAME_INSET * (maxDepth - depth);
    const width = right - left + 2 * inset;
    return frame ? [{ node, depth, box: { x: left - inset, width, ...frame } }] : [];
  });
  const bottoms = [...nodes, ...frames].map(({ box }) => box.y + box.height);
  return {
    graph,
    width: right + left,
    height: Math.max(0, ...bottoms) + CHART_MARGIN,
    nodes,
    frames,
    columns,
  };
}

/** A horizontal part of a chart: its upper edge and its height, in pixels. */
export type ChartPart = { readonly y: number; readonly height: number };

/** Space above the first node of a part, in pixels. */
const PART_MARGIN = 10;

/**
 * Cuts a chart into parts that fit on pages. A cut is between two groups if possible, otherwise between two states. If there is no
 * such position on the lower half of a page, the cut is at the end of the page.
 * @param pageHeight the height of a page, in pixels
 */
export function chartParts({ nodes, frames, height }: ChartLayout, pageHeight: number): readonly ChartPart[] {
  const boxes = [...nodes, ...frames].map(({ box }) => box);
  const isBetween = (items: readonly { readonly box: Box }[], y: number): boolean =>
    items.every(({ box }) => y <= box.y || y >= box.y + box.height);
  const cuts = boxes
    .map(({ y }) => y - PART_MARGIN)
    .filter((y) => isBetween(nodes, y))
    .toSorted((a, b) => a - b);
  const parts: ChartPart[] = [];
  for (let y = 0; y < height; ) {
    const possibleCuts = cuts.filter((cut) => cut > y + pageHeight / 2 && cut <= y + pageHeight);
    const cut =
      possibleCuts.findLast((possibleCut) => isBetween(frames, possibleCut)) ??
      possibleCuts.at(-1) ??
      y + pageHeight;
    const end = y + pageHeight >= height ? height : cut;
    parts.push({ y, height: end - y });
    y = end;
  }
  return parts;
}
