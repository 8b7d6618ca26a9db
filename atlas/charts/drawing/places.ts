import type { Card, Lane } from './figure.ts';

/** Position of a card: its column, its upper edge, and the height reserved for it, in pixels. */
export type Place = { readonly lane: Lane; readonly y: number; readonly room: number };

/** The places of the cards of a sheet by id; `frame <id>` is the frame around a group. */
export type Places = Readonly<Record<string, Place>>;

/** The cards of a sheet with the height that each needs in every language. */
export type Sized = { readonly card: Card; readonly height: number };

const GAP = 22;
/** Padding of a frame. */
const INSET = 14;
/** Room for a line more, so that it moves nothing. */
const SPARE = 18;

const roomFor = (height: number): number => Math.ceil((height + SPARE) / 10) * 10;

export const frameOf = (id: string): string => `frame ${id}`;

/** Finds places for the cards of a sheet. */
class Arranger {
  readonly places: Record<string, Place>;
  readonly #cards: readonly Sized[];

  constructor(cards: readonly Sized[], stored: Places) {
    this.#cards = cards;
    const ids = new Set(cards.flatMap(({ card: { id } }) => [id, frameOf(id)]));
    this.places = Object.fromEntries(Object.entries(stored).filter(([id]) => ids.has(id)));
  }

  #inside(parent: string | null): readonly Sized[] {
    return this.#cards.filter(({ card }) => card.parent === parent);
  }

  get #bottom(): number {
    return Math.max(0, ...Object.values(this.places).map(({ y, room }) => y + room + GAP));
  }

  /** The upper edge of the first card here that leads to this one. */
  #sourceOf(id: string, parent: string | null): number {
    const sources = this.#inside(parent).filter(({ card }) =>
      card.lines.some(({ leadsTo }) =>
        leadsTo.some((target) => target === id || target.startsWith(`${id}.`)),
      ),
    );
    const placed = sources.flatMap(({ card }) => this.places[card.id]?.y ?? []);
    return placed[0] ?? 0;
  }

  /** Puts cards below each other from a height on. @returns the height below all of them */
  stack(sized: readonly Sized[], top: number): number {
    const bottoms = [top, top, top];
    for (const { card, height } of sized) {
      if (card.shape === 'group') {
        const y = Math.max(...bottoms);
        const end = this.#group(card, height, y);
        bottoms.fill(end + GAP);
        continue;
      }
      const below = bottoms[card.lane] ?? top;
      const y = card.lane === 1 ? below : Math.max(below, this.#sourceOf(card.id, card.parent));
      const room = roomFor(height);
      this.places[card.id] = { lane: card.lane, y, room };
      bottoms[card.lane] = y + room + GAP;
    }
    return Math.max(...bottoms);
  }

  /** Puts the card of a group and all that is inside of it, with a frame around. @returns its lower edge */
  #group(card: Card, height: number, top: number): number {
    const y = top + INSET;
    const room = roomFor(height);
    this.places[card.id] = { lane: card.lane, y, room };
    const end = this.stack(this.#inside(card.id), y + room + GAP) - GAP + INSET;
    this.places[frameOf(card.id)] = { lane: 1, y: top, room: end - top };
    return end;
  }

  /** Makes space where a card has grown: only what is below moves down. */
  grow(): void {
    for (const { card, height } of this.#cards) {
      const place = this.places[card.id];
      if (!place || height <= place.room) continue;
      const more = roomFor(height) - place.room;
      const edge = place.y + place.room;
      for (const [id, each] of Object.entries(this.places)) {
        if (each.y >= edge) this.places[id] = { ...each, y: each.y + more };
        else if (id.startsWith('frame ') && each.y + each.room >= edge)
          this.places[id] = { ...each, room: each.room + more };
      }
      this.places[card.id] = { ...place, room: place.room + more };
    }
  }

  /** The first gap in the column of a card, inside the frame around it, that is wide enough. */
  #gapFor({ card, height }: Sized): number | null {
    const frame = card.parent === null ? null : this.places[frameOf(card.parent)];
    if (!frame) return null;
    const taken = Object.entries(this.places)
      .filter(([id, { lane, y }]) => {
        const isFrame = id.startsWith('frame ');
        const isInside = y > frame.y && y < frame.y + frame.room;
        return isInside && (isFrame || lane === card.lane || id === card.parent);
      })
      .map(([, place]) => place)
      .toSorted((a, b) => a.y - b.y);
    const needed = roomFor(height) + GAP;
    for (const [index, { y, room }] of taken.entries()) {
      const start = y + room + GAP;
      const end = taken[index + 1]?.y ?? frame.y + frame.room - INSET + GAP;
      const isBehind = taken.slice(0, index).some((other) => other.y + other.room > y + room);
      if (!isBehind && end - start >= needed) return start;
    }
    return null;
  }

  /** Places new cards into gaps or below everything; placed cards do not move. */
  add(): void {
    for (const sized of this.#cards) {
      const { card, height } = sized;
      if (this.places[card.id]) continue;
      if (card.shape === 'group') {
        this.stack([sized], this.#bottom);
        continue;
      }
      const y = this.#gapFor(sized) ?? this.#bottom;
      this.places[card.id] = { lane: card.lane, y, room: roomFor(height) };
    }
  }
}

/**
 * Places the cards of a sheet: from top to bottom in the order of the source. A placed card stays, so
 * that a new state moves no old one; without stored places all are placed anew.
 */
export function arrange(cards: readonly Sized[], stored: Places = {}): Places {
  const arranger = new Arranger(cards, stored);
  if (Object.keys(arranger.places).length === 0) {
    arranger.stack(
      cards.filter(({ card }) => card.parent === null),
      0,
    );
  } else {
    arranger.grow();
    arranger.add();
  }
  return arranger.places;
}
