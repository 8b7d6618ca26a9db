import type { Box, ChartGraph, ChartNode, Column } from './graph.ts';
import { type Content, contentOf, NODE_WIDTH } from './node-content.ts';
import { arrange, frameOf, type Positions } from './positions.ts';

/** Between two columns, for the arrows. */
export const CHANNEL = 72;
const MARGIN = 28;
/** How much a frame is narrower than the one around it, at each side. */
const STEP = 9;

export type PlacedNode = { readonly node: ChartNode; readonly content: Content; readonly box: Box };

/** A graph with a position for everything, in pixels. */
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

const heightsOf = (graph: ChartGraph): ReadonlyMap<string, number> =>
  new Map(graph.nodes.map((node) => [node.id, contentOf(node).height]));

/**
 * The positions of the nodes of one layout in every language: the same in all, so that who reads the one finds the
 * other.
 * @param stored the positions of nodes
 */
export function positionsFor(graphs: readonly ChartGraph[], stored?: Positions): Positions {
  const [first] = graphs;
  const heights = graphs.map(heightsOf);
  const nodes = (first?.nodes ?? []).map((node) => ({
    node,
    height: Math.max(...heights.map((each) => each.get(node.id) ?? 0)),
  }));
  return arrange(nodes, stored);
}

/** Lays a graph out. */
export function layOut(graph: ChartGraph, positions: Positions): ChartLayout {
  const depthOf = ({ parent }: ChartNode): number => {
    const around = graph.nodes.find(({ id }) => id === parent);
    return around ? 1 + depthOf(around) : 0;
  };
  const deepest = Math.max(0, ...graph.nodes.map(depthOf));
  const used = ([0, 1, 2] as const).filter((column) =>
    graph.nodes.some(({ id }) => positions[id]?.column === column),
  );
  const left = MARGIN + STEP * deepest;
  const columns = used.map((_, index) => left + index * (NODE_WIDTH + CHANNEL));
  const xOf = (column: Column): number => columns[used.indexOf(column)] ?? left;
  const right = (columns.at(-1) ?? left) + NODE_WIDTH;
  const nodes = graph.nodes.flatMap((node): PlacedNode[] => {
    const position = positions[node.id];
    if (!position) return [];
    const content = contentOf(node);
    return [
      {
        node,
        content,
        box: { x: xOf(position.column), y: position.y, width: NODE_WIDTH, height: content.height },
      },
    ];
  });
  const frames = graph.nodes.flatMap((node) => {
    const position = positions[frameOf(node.id)];
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

/** Pairs of nodes of which one lies on the other; a layout that can be read has none. */
export const overlapsOf = ({ graph, nodes }: ChartLayout): readonly string[] =>
  nodes.flatMap(({ node, box }, index) =>
    nodes
      .slice(index + 1)
      .filter((other) => !isApart(box, other.box))
      .map((other) => `${graph.id}: ${node.id} lies on ${other.node.id}`),
  );
