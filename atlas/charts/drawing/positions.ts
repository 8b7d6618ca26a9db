import type { ChartNode, Column } from './graph.ts';

/** Position of a node: its column, its upper edge, and the height reserved for it, in pixels. */
export type Position = { readonly column: Column; readonly y: number; readonly reservedHeight: number };

/** The positions of the nodes of a layout by id; `frame <id>` is the frame around a group. */
export type Positions = Readonly<Record<string, Position>>;

/** The nodes of a layout with the height that each needs in every language. */
export type Sized = { readonly node: ChartNode; readonly height: number };

const GAP = 22;
/** Padding of a frame. */
const INSET = 14;
/** Room for a line more, so that it moves nothing. */
const SPARE = 18;

const withSpareHeight = (height: number): number => Math.ceil((height + SPARE) / 10) * 10;

export const frameOf = (id: string): string => `frame ${id}`;

/** Finds positions for the nodes of a layout. */
class Arranger {
  readonly positions: Record<string, Position>;
  readonly #nodes: readonly Sized[];

  constructor(nodes: readonly Sized[], stored: Positions) {
    this.#nodes = nodes;
    const ids = new Set(nodes.flatMap(({ node: { id } }) => [id, frameOf(id)]));
    this.positions = Object.fromEntries(Object.entries(stored).filter(([id]) => ids.has(id)));
  }

  #inside(parent: string | null): readonly Sized[] {
    return this.#nodes.filter(({ node }) => node.parent === parent);
  }

  get #bottom(): number {
    return Math.max(
      0,
      ...Object.values(this.positions).map(({ y, reservedHeight }) => y + reservedHeight + GAP),
    );
  }

  /** The upper edge of the first node here that leads to this one. */
  #sourceOf(id: string, parent: string | null): number {
    const sources = this.#inside(parent).filter(({ node }) =>
      node.lines.some(({ leadsTo }) =>
        leadsTo.some((target) => target === id || target.startsWith(`${id}.`)),
      ),
    );
    const placed = sources.flatMap(({ node }) => this.positions[node.id]?.y ?? []);
    return placed[0] ?? 0;
  }

  /** Puts nodes below each other from a height on. @returns the height below all of them */
  stack(sized: readonly Sized[], top: number): number {
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

  /** Puts the node of a group and all that is inside of it, with a frame around. @returns its lower edge */
  #group(node: ChartNode, height: number, top: number): number {
    const y = top + INSET;
    const reservedHeight = withSpareHeight(height);
    this.positions[node.id] = { column: node.column, y, reservedHeight };
    const end = this.stack(this.#inside(node.id), y + reservedHeight + GAP) - GAP + INSET;
    this.positions[frameOf(node.id)] = { column: 1, y: top, reservedHeight: end - top };
    return end;
  }

  /** Makes space where a node has grown: only what is below moves down. */
  grow(): void {
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

  /** The first gap in the column of a node, inside the frame around it, that is wide enough. */
  #gapFor({ node, height }: Sized): number | null {
    const frame = node.parent === null ? null : this.positions[frameOf(node.parent)];
    if (!frame) return null;
    const taken = Object.entries(this.positions)
      .filter(([id, { column, y }]) => {
        const isFrame = id.startsWith('frame ');
        const isInside = y > frame.y && y < frame.y + frame.reservedHeight;
        return isInside && (isFrame || column === node.column || id === node.parent);
      })
      .map(([, position]) => position)
      .toSorted((a, b) => a.y - b.y);
    const needed = withSpareHeight(height) + GAP;
    for (const [index, { y, reservedHeight }] of taken.entries()) {
      const start = y + reservedHeight + GAP;
      const end = taken[index + 1]?.y ?? frame.y + frame.reservedHeight - INSET + GAP;
      const isBehind = taken
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
        this.stack([sized], this.#bottom);
        continue;
      }
      const y = this.#gapFor(sized) ?? this.#bottom;
      this.positions[node.id] = { column: node.column, y, reservedHeight: withSpareHeight(height) };
    }
  }
}

/**
 * Positions the nodes of a layout: from top to bottom in the order of the source. A placed node stays, so
 * that a new state moves no old one; without stored positions all are placed anew.
 */
export function arrange(nodes: readonly Sized[], stored: Positions = {}): Positions {
  const arranger = new Arranger(nodes, stored);
  if (Object.keys(arranger.positions).length === 0) {
    arranger.stack(
      nodes.filter(({ node }) => node.parent === null),
      0,
    );
  } else {
    arranger.grow();
    arranger.add();
  }
  return arranger.positions;
}
