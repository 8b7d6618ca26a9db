import type { Box, Line, Place, PlacedFigure, Point } from '#scripts/charts/drawing/figure.ts';
import { legend } from '#scripts/charts/drawing/legend.ts';
import {
  contentOf,
  ICON,
  labelOf,
  labelPad,
  noteOffset,
  PAD,
  type Row,
} from '#scripts/charts/drawing/measure.ts';
import { type Mark, type Paint, UNPAINTED } from '#scripts/charts/drawing/paint.ts';
import { KINDS, styleOf } from '#scripts/charts/drawing/style.ts';
import { escapeText } from '#scripts/charts/drawing/text.ts';

const RADIUS = 6;
const HEAD = 9;
/** Height of the title above the chart. */
const TITLE = 56;

const markClass = (mark: Mark | null): string => (mark ? ` mark-${mark.name}` : '');

const markText = (mark: Mark | null, x: number, y: number): string =>
  mark
    ? `<text class="mark mark-${mark.name}" x="${x}" y="${y}" text-anchor="end">${escapeText(mark.symbol)}</text>`
    : '';

/** A transition on a line: its icon, what takes it, the condition, the mark. */
function transitionLine(
  line: Line,
  at: { readonly x: number; readonly y: number; readonly end: number; readonly isNoteBelow: boolean },
  paint: Paint,
): string {
  const { x, y, end, isNoteBelow } = at;
  const mark = paint.markOf(line.id);
  const note = line.note === '' ? '' : escapeText(line.note);
  const beside = note !== '' && !isNoteBelow ? ` <tspan class="note">${note}</tspan>` : '';
  const below =
    note !== '' && isNoteBelow
      ? `<text class="note" x="${x + ICON}" y="${y + noteOffset}">${note}</text>`
      : '';
  return [
    `<g class="line kind-${line.kind}${markClass(mark)}" data-transition="${escapeText(line.id)}">`,
    `<title>${escapeText(line.detail + (mark ? ` (${mark.meaning})` : ''))}</title>`,
    `<g class="icon" transform="translate(${x} ${y - 11})">${KINDS[line.kind].icon}</g>`,
    `<text class="trigger" x="${x + ICON}" y="${y}">${escapeText(line.text)}${beside}</text>`,
    below,
    markText(mark, end, y),
    '</g>',
  ].join('');
}

function boxRow(row: Row, { x, y, width }: Place, paint: Paint): string {
  const at = { x: x + PAD, y: y + row.y, end: x + width - 6, isNoteBelow: false };
  if (row.kind === 'line') return transitionLine(row.line, at, paint);
  const className = row.kind === 'path' ? 'address' : row.kind;
  return `<text class="${className}" x="${at.x}" y="${at.y}">${escapeText(row.text)}</text>`;
}

const rectangle = ({ x, y, width, height }: Place, radius: number, className = ''): string =>
  `<rect${className ? ` class="${className}"` : ''} x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`;

const shrink = ({ x, y, width, height }: Place, by: number): Place => ({
  x: x + by,
  y: y + by,
  width: width - 2 * by,
  height: height - 2 * by,
});

type Drawn = {
  readonly place: Place;
  /** How many boxes stand around it. */
  readonly depth: number;
  readonly isOuter: boolean;
  /** Whether it is active beside others. */
  readonly isRegion: boolean;
};

function drawBox(box: Box, { place, depth, isOuter, isRegion }: Drawn, paint: Paint): string {
  if (box.shape === 'start') {
    return `<circle class="start" cx="${place.x + 7}" cy="${place.y + 7}" r="7"/>`;
  }
  const mark = paint.markOf(box.id);
  const outer = (isOuter ? ` outer${depth % 2 === 1 ? ' deep' : ''}` : '') + (isRegion ? ' region' : '');
  return [
    `<g class="box ${box.shape}${outer}${markClass(mark)}" data-state="${escapeText(box.id)}">`,
    rectangle(place, box.shape === 'choice' ? 16 : 8),
    box.shape === 'final' ? rectangle(shrink(place, 3), 6) : '',
    ...contentOf(box).rows.map((row) => boxRow(row, place, paint)),
    mark ? `<title>${escapeText(mark.meaning)}</title>` : '',
    markText(mark, place.x + place.width - 6, place.y + 16),
    '</g>',
  ].join('');
}

const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y);

const towards = (from: Point, to: Point, length: number): Point => {
  const all = distance(from, to) || 1;
  return { x: from.x + ((to.x - from.x) * length) / all, y: from.y + ((to.y - from.y) * length) / all };
};

const written = ({ x, y }: Point): string => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;

/** A line through the points whose corners are rounded. */
function pathThrough(points: readonly Point[]): string {
  const [first, ...rest] = points;
  if (!first) return '';
  const parts = [`M${written(first)}`];
  rest.forEach((point, index) => {
    const before = points[index] ?? first;
    const after = rest[index + 1];
    if (!after) {
      parts.push(`L${written(towards(point, before, HEAD - 2))}`);
      return;
    }
    const radius = Math.min(RADIUS, distance(before, point) / 2, distance(point, after) / 2);
    parts.push(`L${written(towards(point, before, radius))}`);
    parts.push(`Q${written(point)} ${written(towards(point, after, radius))}`);
  });
  return parts.join('');
}

function headAt(points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return '';
  const { x, y } = towards(tip, before, HEAD);
  const across = { x: ((tip.y - y) / HEAD) * 4.5, y: ((tip.x - x) / HEAD) * 4.5 };
  const left = written({ x: x + across.x, y: y - across.y });
  const right = written({ x: x - across.x, y: y + across.y });
  return `<path class="head" d="M${written(tip)}L${left}L${right}Z"/>`;
}

/** The mark of an arrow: that of its lines, or what the painter makes of different ones. */
function arrowMark(lines: readonly Line[], paint: Paint): Mark | null {
  const marks = lines.map(({ id }) => paint.markOf(id));
  const [first = null] = marks;
  return marks.every((mark) => mark?.name === first?.name) ? first : paint.blend(marks);
}

type PlacedArrow = PlacedFigure['arrows'][number];

const drawArrow = ({ arrow, points }: PlacedArrow, paint: Paint): string => {
  const kind = arrow.kind === 'start' ? '' : ` kind-${arrow.kind}`;
  return [
    `<g class="arrow${kind}${markClass(arrowMark(arrow.lines, paint))}" data-arrow="${escapeText(arrow.id)}" data-lines="${escapeText(arrow.lines.map(({ id }) => id).join('|'))}">`,
    `<path class="path" d="${pathThrough(points)}"/>${headAt(points)}</g>`,
  ].join('');
};

function drawLabel({ arrow, label }: PlacedArrow, paint: Paint): string {
  if (!label) return '';
  const end = label.x + label.width - labelPad;
  return [
    '<g class="label">',
    rectangle(label, 5),
    ...labelOf(arrow.lines).rows.map(({ y, line }) =>
      transitionLine(line, { x: label.x + labelPad, y: label.y + y, end, isNoteBelow: true }, paint),
    ),
    '</g>',
  ].join('');
}

/**
 * Draws a figure. Every state carries `data-state` and every transition `data-transition` with its id, so
 * that a page can light and link them.
 */
export function drawSvg(placed: PlacedFigure, paint: Paint = UNPAINTED): string {
  const { figure } = placed;
  const byId = new Map(figure.boxes.map((box) => [box.id, box]));
  const around = ({ parent }: Box): Box | undefined => (parent === null ? undefined : byId.get(parent));
  const depthOf = (box: Box): number => {
    const parent = around(box);
    return parent ? 1 + depthOf(parent) : 0;
  };
  const outer = new Set(figure.boxes.map(({ parent }) => parent));
  const boxes = (isOuter: boolean) =>
    placed.boxes
      .filter(({ box }) => outer.has(box.id) === isOuter)
      .map(({ box, place }) => {
        const isRegion = around(box)?.isParallel === true;
        return drawBox(box, { place, depth: depthOf(box), isOuter, isRegion }, paint);
      });
  const key = legend(paint, placed.height + TITLE);
  const width = Math.max(placed.width, key.width);
  const height = placed.height + TITLE + key.height;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="chart-title">`,
    `<title id="chart-title">${escapeText(figure.title)}</title>`,
    `<style>${styleOf(paint)}</style>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text class="title" x="24" y="34">${escapeText(figure.title)}</text>`,
    `<text class="dim" x="24" y="52">${escapeText(figure.subtitle)}</text>`,
    `<g transform="translate(0 ${TITLE})">`,
    ...boxes(true),
    ...placed.arrows.map((arrow) => drawArrow(arrow, paint)),
    ...boxes(false),
    ...placed.arrows.map((arrow) => drawLabel(arrow, paint)),
    '</g>',
    key.svg,
    '</svg>',
  ]
    .filter(Boolean)
    .join('\n')}\n`;
}
