import { atlasText } from '#atlas/texts/texts.ts';
import type { Language } from '#atlas/words/types.ts';
import { type Edge, edgesOf } from './edges.ts';
import type { Box } from './graph.ts';
import type { ChartLayout, ChartPart, PlacedNode } from './layout.ts';
import { drawLegend } from './legend.ts';
import { CHANGE_MARKS, type ChangeMark, type ChangeMarks, NO_CHANGE_MARKS } from './marks.ts';
import type { NodeContent } from './node-content.ts';
import { chartStyle, ICONS } from './style.ts';
import { escapeText } from './text.ts';

const CORNER_RADIUS = 6;
const ARROWHEAD_SIZE = 9;
/** Height of the title and the subtitle above the chart, in pixels. */
const TITLE_HEIGHT = 70;

const markClass = (mark: ChangeMark | undefined): string => (mark ? ` mark-${mark}` : '');

const rectangle = ({ x, y, width, height }: Box, radius: number, inset = 0): string =>
  `<rect x="${x + inset}" y="${y + inset}" width="${width - 2 * inset}" height="${height - 2 * inset}" rx="${radius}"/>`;

/** Draws the symbol of a mark with its meaning as a tooltip. The right end of the symbol is at the given position. */
const drawMark = (mark: ChangeMark | undefined, x: number, y: number, language: Language): string =>
  mark
    ? `<title>${atlasText(language, `mark.${mark}`)}</title><text class="mark mark-${mark}" x="${x}" y="${y}" text-anchor="end">${CHANGE_MARKS[mark].symbol}</text>`
    : '';

const drawRows = (rows: Readonly<NodeContent['rows']>, { x, y }: Box): string =>
  rows
    .map(
      (row) => `<text class="${row.kind}" x="${x + row.x}" y="${y + row.y}">${escapeText(row.text)}</text>`,
    )
    .join('');

function drawTransition(
  { line, y, rows }: NodeContent['lines'][number],
  box: Box,
  changeMarks: ChangeMarks,
  language: Language,
): string {
  const mark = changeMarks.get(line.id);
  return [
    `<g class="line kind-${line.kind}${markClass(mark)}" data-transition="${escapeText(line.id)}">`,
    `<g class="icon" transform="translate(${box.x + 12} ${box.y + y + 2})">${ICONS[line.kind]}</g>`,
    drawRows(rows, box),
    drawMark(mark, box.x + box.width - 8, box.y + y + 14, language),
    '</g>',
  ].join('');
}

/** Options of a chart in a page of the atlas. The page already contains the style sheet of charts. */
export type ChartView = {
  /** Returns the link of a node; null for a node without a link. */
  readonly hrefOf: (state: string) => string | null;
  /** Id of the open state, which is marked as current; null when no state is open. */
  readonly open: string | null;
  /** Ids of the active states, which are highlighted. */
  readonly active: readonly string[];
  /** The part of the chart to draw; null for the complete chart. The first part includes the title and the legend. */
  readonly part: ChartPart | null;
};

function drawNode(
  { node, content, box }: PlacedNode,
  changeMarks: ChangeMarks,
  language: Language,
  view: ChartView | null,
): string {
  const mark = changeMarks.get(node.id);
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
      .map((line) => drawTransition(line, box, changeMarks, language)),
    `</${tag}>`,
  ].join('');
}

/** The path of an arrow: a straight line, or a line with two round corners. It ends in the middle of the arrowhead. */
function edgePath({ from, lane, to }: Edge): string {
  if (lane === null) return `M${from.x} ${from.y}V${to.y - ARROWHEAD_SIZE + 2}`;
  const out = Math.sign(lane - from.x);
  const into = Math.sign(to.x - lane);
  const down = Math.sign(to.y - from.y);
  const radius = Math.min(CORNER_RADIUS, Math.abs(to.y - from.y) / 2);
  return [
    `M${from.x} ${from.y}H${lane - out * radius}`,
    `Q${lane} ${from.y} ${lane} ${from.y + down * radius}V${to.y - down * radius}`,
    `Q${lane} ${to.y} ${lane + into * radius} ${to.y}H${to.x - into * (ARROWHEAD_SIZE - 2)}`,
  ].join('');
}

/** The path of an arrowhead: a triangle that ends at the target. */
function arrowheadPath({ lane, to }: Edge): string {
  const sides =
    lane === null
      ? `l${-ARROWHEAD_SIZE / 2} ${-ARROWHEAD_SIZE}h${ARROWHEAD_SIZE}`
      : `l${Math.sign(lane - to.x) * ARROWHEAD_SIZE} ${-ARROWHEAD_SIZE / 2}v${ARROWHEAD_SIZE}`;
  return `M${to.x} ${to.y}${sides}z`;
}

const drawEdge = (edge: Edge, changeMarks: ChangeMarks): string => {
  const { kind, transition } = edge;
  const kindClass = kind === 'start' ? '' : ` kind-${kind}`;
  return [
    `<g class="arrow${kindClass}${markClass(changeMarks.get(transition))}">`,
    `<path class="path" d="${edgePath(edge)}"/><path class="head" d="${arrowheadPath(edge)}"/></g>`,
  ].join('');
};

const drawFrame = ({ node, depth, box }: ChartLayout['frames'][number]): string =>
  `<g class="frame${depth % 2 === 1 ? ' deep' : ''}${node.isParallel ? ' parallel' : ''}">${rectangle(box, 10)}</g>`;

/**
 * Draws a chart as SVG. The attributes `data-state` and `data-transition` contain the ids of states and transitions.
 * @param view null for a file that contains its own style sheet
 */
export function drawSvg(
  layout: ChartLayout,
  changeMarks: ChangeMarks = NO_CHANGE_MARKS,
  view: ChartView | null = null,
): string {
  const { graph, frames, nodes } = layout;
  const width = Math.max(layout.width, 700);
  const drawnLegend = drawLegend(changeMarks, graph.language, 56, width);
  const top = TITLE_HEIGHT + drawnLegend.height;
  const part = view?.part ?? { y: 0, height: layout.height };
  const isFirstPart = part.y === 0;
  const start = isFirstPart ? 0 : part.y + top;
  const height = isFirstPart ? part.height + top : part.height;
  const title = escapeText(graph.title);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 ${start} ${width} ${height}" role="${view ? 'group' : 'img'}" aria-label="${title}" lang="${graph.language}">`,
    view ? '' : `<style>${chartStyle(changeMarks)}</style>`,
    `<rect class="paper" y="${start}" width="${width}" height="${height}"/>`,
    `<text class="title" x="28" y="32">${title}</text>`,
    `<text class="dim" x="28" y="51">${escapeText(graph.subtitle)}</text>`,
    drawnLegend.svg,
    `<g transform="translate(0 ${top})">`,
    ...frames.map(drawFrame),
    ...edgesOf(layout).map((edge) => drawEdge(edge, changeMarks)),
    ...nodes.map((node) => drawNode(node, changeMarks, graph.language, view)),
    '</g>',
    '</svg>',
  ]
    .filter(Boolean)
    .join('\n')}\n`;
}
