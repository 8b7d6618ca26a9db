import type { Place, PlacedFigure } from '#scripts/charts/drawing/figure.ts';

const isApart = (a: Place, b: Place): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

const pairs = <Value>(values: readonly Value[]): readonly (readonly [Value, Value])[] =>
  values.flatMap((first, index) => values.slice(index + 1).map((second) => [first, second] as const));

/** Pairs of labels and innermost boxes of which one lies on the other; a chart that can be read has none. */
export function overlapsOf({ figure, boxes, arrows }: PlacedFigure): readonly string[] {
  const outer = new Set(figure.boxes.map(({ parent }) => parent));
  const texts = [
    ...boxes.filter(({ box }) => !outer.has(box.id)).map(({ box, place }) => ({ id: box.id, place })),
    ...arrows.flatMap(({ arrow, label }) => (label ? [{ id: arrow.id, place: label }] : [])),
  ];
  return pairs(texts)
    .filter(([a, b]) => !isApart(a.place, b.place))
    .map(([a, b]) => `${figure.id}: ${a.id} lies on ${b.id}`);
}
