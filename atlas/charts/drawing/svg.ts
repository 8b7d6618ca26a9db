import { atlasText } from '#atlas/texts/texts.ts';
import type { Language } from '#atlas/words/types.ts';
import { type Edge, edgesOf } from './edges.ts';
import type { Box } from './graph.ts';
import type { ChartLayout, ChartPart, PlacedNode } from './layout.ts';
import { legend } from './legend.ts';
import { MARKS, type Mark, type Marking, NO_MARKS } from './marks.ts';
import type { NodeContent } from './node-content.ts';
import { ICONS, styleOf } from './style.ts';
import { escapeText } from './text.ts';

const RADIUS = 6;
const HEAD_SIZE = 9;
/** Height of the title above the chart. */
const TITLE = 70;

const markClass = (mark: Mark | undefined): string => (mark ? ` mark-${mark}` : '');

const rectangle = ({ x, y, width, height }: Box, radius: number, inset = 0): string =>
  `<rect x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${radius}"/>`;

/** Draws the symbol of a mark, whose right end is at a position, with its meaning as a tooltip. */
const drawMark = (mark: Mark | undefined, x: number, y: number, language: Language): string =>
  mark
    ? `<title>${atlasText(language, `mark.${mark}`)}</title><text class="mark mark-${mark}" x="${x}" y="${y}" text-anchor="end">${MARKS[mark].symbol}</text>`
    : '';

const drawRows = (rows: Readonly<NodeContent['rows']>, { x, y }: Box): string =>
  rows
    .map(
      (row) => `<text class="${row.kind}" x="${x + row.x}" y="${y + row.y}">${escapeText(row.text)}</text>`,
    )
    .join('');

function drawLine(
  { line, y, rows }: NodeContent['lines'][number],
  box: Box,
  marking: Marking,
  language: Language,
): string {
  const mark = marking.get(line.id);
  return [
    `<g class="line kind-${line.kind}${markClass(mark)}" data-transition="${escapeText(line.id)}">`,
    `<g class="icon" transform="translate(${box.x + 12} ${box.y + y + 2})">${ICONS[line.kind]}</g>`,
    drawRows(rows, box),
    drawMark(mark, box.x + box.width - 8, box.y + y + 14, language),
    '</g>',
  ].join('');
}

/** Options of a chart in a page of the atlas, which already has the style. */
export type PageView = {
  readonly hrefOf: (state: string) => string | null;
  /** The open state, which is marked as current. */
  readonly open: string | null;
  readonly active: readonly string[];
  /** The part that is shown, in pixels; the first one has the title too. */
  readonly part: ChartPart | null;
};

function drawNode(
  { node, content, box }: PlacedNode,
  marking: Marking,
  language: Language,
  view: PageView | null,
): string {
  const mark = marking.get(node.id);
  const href = view?.hrefOf(node.id) ?? null;
  const tag = href === null ? 'g' : 'a';
  const link = href === null ? '' : ` href="${escapeText(href)}"`;
  const current = node.id === view?.open ? ' aria-current="true"' : '';
  const activeClass = view?.active.includes(node.id) ? ' active' : '';
  return [
    `<${tag} class="box ${node.shape}${activeClass}${markClass(mark)}" data-state="${escapeText(node.id)}"${link}${current}>`,
    rectangle(box, node.shape === 'choice' ? 16 : 8),
    node.shape === 'final' ? rectangle(box, 6, 3) : '',
    drawRows(content.rows, box),
    drawMark(mark, box.x + box.width - 8, box.y + 20, language),
    ...content.lines
      .filter(({ rows }) => rows.length > 0)
      .map((line) => drawLine(line, box, marking, language)),
    `</${tag}>`,
  ].join('');
}

/** A straight line, or one with two round corners; it ends in the middle of its arrowhead. */
function pathOf({ from, lane, to }: Edge): string {
  if (lane === null) return `M${from.x} ${from.y}V${to.y - HEAD_SIZE + 2}`;
  const [out, into, down] = [Math.sign(lane - from.x), Math.sign(to.x - lane), Math.sign(to.y - from.y)];
  const radius = Math.min(RADIUS, Math.abs(to.y - from.y) / 2);
  return [
    `M${from.x} ${from.y}H${lane - out * radius}`,
    `Q${lane} ${from.y} ${lane} ${from.y + down * radius}V${to.y - down * radius}`,
    `Q${lane} ${to.y} ${lane + into * radius} ${to.y}H${to.x - into * (HEAD_SIZE - 2)}`,
  ].join('');
}

function headOf({ lane, to }: Edge): string {
  const sides =
    lane === null
      ? `l${-HEAD_SIZE / 2} ${-HEAD_SIZE}h${HEAD_SIZE}`
      : `l${Math.sign(lane - to.x) * HEAD_SIZE} ${-HEAD_SIZE / 2}v${HEAD_SIZE}`;
  return `M${to.x} ${to.y}${sides}z`;
}

const drawEdge = (edge: Edge, marking: Marking): string => {
  const { kind, transition } = edge;
  const kindClass = kind === 'start' ? '' : ` kind-${kind}`;
  return [
    `<g class="arrow${kindClass}${markClass(marking.get(transition))}">`,
    `<path class="path" d="${pathOf(edge)}"/><path class="head" d="${headOf(edge)}"/></g>`,
  ].join('');
};

const drawFrame = ({ node, depth, box }: ChartLayout['frames'][number]): string =>
  `<g class="frame${depth % 2 === 1 ? ' deep' : ''}${node.isParallel ? ' parallel' : ''}">${rectangle(box, 10)}</g>`;

/** Draws a chart. States and transitions carry their id in `data-state` and `data-transition`. */
export function drawSvg(
  layout: ChartLayout,
  marking: Marking = NO_MARKS,
  view: PageView | null = null,
): string {
  const { graph, frames, nodes } = layout;
  const width = Math.max(layout.width, 700);
  const drawnLegend = legend(marking, graph.language, 56, width);
  const top = TITLE + drawnLegend.height;
  const { y = 0, height: below = layout.height } = view?.part ?? {};
  const [start, height] = y === 0 ? [0, below + top] : [y + top, below];
  const title = escapeText(graph.title);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 ${start} ${width} ${height}" role="${view ? 'group' : 'img'}" aria-label="${title}" lang="${graph.language}">`,
    view ? '' : `<style>${styleOf(marking)}</style>`,
    `<rect class="paper" y="${start}" width="${width}" height="${height}"/>`,
    `<text class="title" x="28" y="32">${title}</text>`,
    `<text class="dim" x="28" y="51">${escapeText(graph.subtitle)}</text>`,
    drawnLegend.svg,
    `<g transform="translate(0 ${top})">`,
    ...frames.map(drawFrame),
    ...edgesOf(layout).map((edge) => drawEdge(edge, marking)),
    ...nodes.map((node) => drawNode(node, marking, graph.language, view)),
    '</g>',
    '</svg>',
  ]
    .filter(Boolean)
    .join('\n')}\n`;
}
