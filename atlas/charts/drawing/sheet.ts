import { CARD, type Content, contentOf } from './content.ts';
import type { Box, Card, Figure, Lane } from './figure.ts';
import { arrange, frameOf, type Places } from './places.ts';

/** Between two columns, for the arrows. */
export const CHANNEL = 72;
const MARGIN = 28;
/** How much a frame is narrower than the one around it, at each side. */
const STEP = 9;

export type PlacedCard = { readonly card: Card; readonly content: Content; readonly box: Box };

/** A figure with a place for everything, in pixels. */
export type Sheet = {
  readonly figure: Figure;
  readonly width: number;
  readonly height: number;
  readonly cards: readonly PlacedCard[];
  /** The frames of groups, the outermost first. */
  readonly frames: readonly { readonly card: Card; readonly box: Box }[];
  /** The left edges of the columns in use. */
  readonly columns: readonly number[];
};

const heightsOf = (figure: Figure): ReadonlyMap<string, number> =>
  new Map(figure.cards.map((card) => [card.id, contentOf(card).height]));

/**
 * The places of the cards of one sheet in every language: the same in all, so that who reads the one finds the
 * other.
 * @param stored the places of cards
 */
export function placesFor(figures: readonly Figure[], stored?: Places): Places {
  const [first] = figures;
  const heights = figures.map(heightsOf);
  const cards = (first?.cards ?? []).map((card) => ({
    card,
    height: Math.max(...heights.map((each) => each.get(card.id) ?? 0)),
  }));
  return arrange(cards, stored);
}

/** Lays a figure out. */
export function layOut(figure: Figure, places: Places): Sheet {
  const depthOf = ({ parent }: Card): number => {
    const around = figure.cards.find(({ id }) => id === parent);
    return around ? 1 + depthOf(around) : 0;
  };
  const deepest = Math.max(0, ...figure.cards.map(depthOf));
  const used = ([0, 1, 2] as const).filter((lane) =>
    figure.cards.some(({ id }) => places[id]?.lane === lane),
  );
  const left = MARGIN + STEP * deepest;
  const columns = used.map((_, index) => left + index * (CARD + CHANNEL));
  const xOf = (lane: Lane): number => columns[used.indexOf(lane)] ?? left;
  const right = (columns.at(-1) ?? left) + CARD;
  const cards = figure.cards.flatMap((card): PlacedCard[] => {
    const place = places[card.id];
    if (!place) return [];
    const content = contentOf(card);
    return [{ card, content, box: { x: xOf(place.lane), y: place.y, width: CARD, height: content.height } }];
  });
  const frames = figure.cards.flatMap((card) => {
    const place = places[frameOf(card.id)];
    if (!place) return [];
    const inset = STEP * (deepest - depthOf(card));
    return [
      { card, box: { x: left - inset, y: place.y, width: right - left + 2 * inset, height: place.room } },
    ];
  });
  const ends = [...cards, ...frames].map(({ box }) => box.y + box.height);
  return {
    figure,
    width: right + STEP * deepest + MARGIN,
    height: Math.max(0, ...ends) + MARGIN,
    cards,
    frames,
    columns,
  };
}

const isApart = (a: Box, b: Box): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** Pairs of cards of which one lies on the other; a sheet that can be read has none. */
export const overlapsOf = ({ figure, cards }: Sheet): readonly string[] =>
  cards.flatMap(({ card, box }, index) =>
    cards
      .slice(index + 1)
      .filter((other) => !isApart(box, other.box))
      .map((other) => `${figure.id}: ${card.id} lies on ${other.card.id}`),
  );
