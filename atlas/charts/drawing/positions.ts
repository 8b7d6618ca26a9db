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
/** Spare height for one more line of text. */
const SPARE = 18;

const withSpareHeight = (height: number): number => Math.ceil((height + SPARE) / 10) * 10;

export const frameKey = (id: string): string => `frame ${id}`;

/** Computes the positions of the nodes of a chart. */
class NodeStacker {
  readonly positions: Record<string, Position>;
  readonly #nodes: readonly MeasuredNode[];

  constructor(nodes: readonly MeasuredNode[], stored: Positions) {
    this.#nodes = nodes;
    const ids = new Set(nodes.flatMap(({ node: { id } }) => [id, frameKey(id)]));
    this.positions = Object.fromEntries(Object.entries(stored).filter(([id]) => ids.has(id)));
  }

  #inside(parent: string | null): readonly MeasuredNode[] {
    return this.#nodes.filter(({ node }) => node.parent === parent);
  }

  get #bottom(): number {
    return Math.max(
      0,
      ...Object.values(this.positions).map(({ y, reservedHeight }) => y + reservedHeight + GAP),
    );
  }

  /** The upper edge of the first sibling with a transition to this node. */
  #sourceOf(id: string, parent: string | null): number {
    const sources = this.#inside(parent).filter(({ node }) =>
      node.lines.some(({ targetIds }) =>
        targetIds.some((target) => target === id || target.startsWith(`${id}.`)),
      ),
    );
    const placed = sources.flatMap(({ node }) => this.positions[node.id]?.y ?? []);
    return placed[0] ?? 0;
  }

  /** Stacks nodes in their columns from `top` on. @returns the lower edge of all */
  stackNodes(sized: readonly MeasuredNode[], top: number): number {
    const bottoms = [top, top, top];
    for (const { node, height } of sized) {
      if (node.shape === 'group') {
        const y = Math.max(...bottoms);
        const end = this.#group(node, height, y);
        bottoms.fill(end + GAP);
        continue;
      }
      const below = bottoms[node.column] ?? top;
      const y = node.column === 1 ? below : Math.max(below, this.#sourceOf(node.id, node.parent));
      const reservedHeight = withSpareHeight(height);
      this.positions[node.id] = { column: node.column, y, reservedHeight };
      bottoms[node.column] = y + reservedHeight + GAP;
    }
    return Math.max(...bottoms);
  }

  /** Stacks a group and its children, with a frame around them. @returns its lower edge */
  #group(node: ChartNode, height: number, top: number): number {
    const y = top + INSET;
    const reservedHeight = withSpareHeight(height);
    this.positions[node.id] = { column: node.column, y, reservedHeight };
    const end = this.stackNodes(this.#inside(node.id), y + reservedHeight + GAP) - GAP + INSET;
    this.positions[frameKey(node.id)] = { column: 1, y: top, reservedHeight: end - top };
    return end;
  }

  /** Moves down what is below a node that has grown. */
  growNodes(): void {
    for (const { node, height } of this.#nodes) {
      const position = this.positions[node.id];
      if (!position || height <= position.reservedHeight) continue;
      const more = withSpareHeight(height) - position.reservedHeight;
      const edge = position.y + position.reservedHeight;
      for (const [id, each] of Object.entries(this.positions)) {
        if (each.y >= edge) this.positions[id] = { ...each, y: each.y + more };
        else if (id.startsWith('frame ') && each.y + each.reservedHeight >= edge)
          this.positions[id] = { ...each, reservedHeight: each.reservedHeight + more };
      }
      this.positions[node.id] = { ...position, reservedHeight: position.reservedHeight + more };
    }
  }

  /** The first gap of the column, inside the frame of the group, that is high enough. */
  #gapFor({ node, height }: MeasuredNode): number | null {
    const frame = node.parent === null ? null : this.positions[frameKey(node.parent)];
    if (!frame) return null;
    const occupied = Object.entries(this.positions)
      .filter(([id, { column, y }]) => {
        const isFrame = id.startsWith('frame ');
        const isInside = y > frame.y && y < frame.y + frame.reservedHeight;
        return isInside && (isFrame || column === node.column || id === node.parent);
      })
      .map(([, position]) => position)
      .toSorted((a, b) => a.y - b.y);
    const needed = withSpareHeight(height) + GAP;
    for (const [index, { y, reservedHeight }] of occupied.entries()) {
      const start = y + reservedHeight + GAP;
      const end = occupied[index + 1]?.y ?? frame.y + frame.reservedHeight - INSET + GAP;
      const isBehind = occupied
        .slice(0, index)
        .some((other) => other.y + other.reservedHeight > y + reservedHeight);
      if (!isBehind && end - start >= needed) return start;
    }
    return null;
  }

  /** Positions new nodes into gaps or below everything; placed nodes do not move. */
  add(): void {
    for (const sized of this.#nodes) {
      const { node, height } = sized;
      if (this.positions[node.id]) continue;
      if (node.shape === 'group') {
        this.stackNodes([sized], this.#bottom);
        continue;
      }
      const y = this.#gapFor(sized) ?? this.#bottom;
      this.positions[node.id] = { column: node.column, y, reservedHeight: withSpareHeight(height) };
    }
  }
}

/**
 * Positions nodes from top to bottom in the order of the source. A node with a stored position stays there, so that a
 * new state moves no other; without stored positions all are computed.
 */
export function positionNodes(nodes: readonly MeasuredNode[], stored: Positions = {}): Positions {
  const stacker = new NodeStacker(nodes, stored);
  if (Object.keys(stacker.positions).length === 0) {
    stacker.stackNodes(
      nodes.filter(({ node }) => node.parent === null),
      0,
    );
  } else {
    stacker.growNodes();
    stacker.add();
  }
  return stacker.positions;
}
