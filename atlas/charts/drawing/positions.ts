import type { ChartNode, Column } from './graph.ts';

/** Position of a node: column, upper edge and reserved height in pixels. */
export type Position = { readonly column: Column; readonly y: number; readonly reservedHeight: number };

/** Positions of nodes by id; `frame <id>` is the frame around a group. */
export type Positions = Readonly<Record<string, Position>>;

/** A node with the height that it needs in every language, in pixels. */
export type MeasuredNode = { readonly node: ChartNode; readonly height: number };

const GAP = 22;
/** Padding of a frame. */
const INSET = 14;

export const frameKey = (id: string): string => `frame ${id}`;

/** Positions nodes from top to bottom in the order of the source, each in its column; a group takes all columns. */
export function positionNodes(nodes: readonly MeasuredNode[]): Positions {
  const positions: Record<string, Position> = {};
  const inside = (parent: string | null) => nodes.filter(({ node }) => node.parent === parent);

  /** The upper edge of the first sibling with a transition to a node. */
  const sourceOf = ({ id, parent }: ChartNode): number => {
    const sources = inside(parent).filter(({ node }) =>
      node.lines.some(({ targetIds }) =>
        targetIds.some((target) => target === id || target.startsWith(`${id}.`)),
      ),
    );
    return sources.flatMap(({ node }) => positions[node.id]?.y ?? [])[0] ?? 0;
  };

  /** Stacks a group and its children, with a frame around them. @returns its lower edge */
  const stackGroup = ({ node, height }: MeasuredNode, top: number): number => {
    const y = top + INSET;
    positions[node.id] = { column: node.column, y, reservedHeight: height };
    const end = stack(inside(node.id), y + height + GAP) - GAP + INSET;
    positions[frameKey(node.id)] = { column: 1, y: top, reservedHeight: end - top };
    return end;
  };

  /** Stacks nodes from `top` on. @returns the lower edge of all, with the gap below it */
  const stack = (sized: readonly MeasuredNode[], top: number): number => {
    const bottoms = [top, top, top];
    for (const each of sized) {
      const { node, height } = each;
      if (inside(node.id).length > 0) {
        bottoms.fill(stackGroup(each, Math.max(...bottoms)) + GAP);
        continue;
      }
      const below = bottoms[node.column] ?? top;
      const y = node.column === 1 ? below : Math.max(below, sourceOf(node));
      positions[node.id] = { column: node.column, y, reservedHeight: height };
      bottoms[node.column] = y + height + GAP;
    }
    return Math.max(...bottoms);
  };

  stack(inside(null), 0);
  return positions;
}
