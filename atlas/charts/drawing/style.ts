import type { TransitionKind } from '#atlas/model/types.ts';
import { CHANGE_MARKS, type ChangeMarks } from './marks.ts';

/** Fonts of the common operating systems. Each font has Korean and Latin letters. */
const FONT_FAMILIES = `system-ui, -apple-system, 'Segoe UI', 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR', sans-serif`;

/** SVG of the icons of transitions, in a square of 14 pixels. */
export const ICONS: Readonly<Record<TransitionKind, string>> = {
  event: '<circle cx="7" cy="4" r="2.6"/><path d="M2 13c0-3.4 2.2-5 5-5s5 1.6 5 5z"/>',
  delay: '<circle class="hollow" cx="7" cy="7" r="5.4"/><path class="stroke" d="M7 3.6V7l2.4 1.6"/>',
  done: '<rect class="hollow" x="1.6" y="1.6" width="10.8" height="10.8" rx="2"/><path class="stroke" d="M4 7.2l2.2 2.2L10.2 5"/>',
  error: '<path class="hollow" d="M7 1.6L13 12.4H1z"/><path class="stroke" d="M7 5.4v3.4M7 10.4v.6"/>',
  always: '<path class="hollow" d="M7 1.2L12.8 7 7 12.8 1.2 7z"/>',
};

export const TRANSITION_KINDS = Object.keys(ICONS) as readonly TransitionKind[];

/** Colours on a light and on a dark background. */
const COLOURS = {
  paper: ['#ffffff', '#12151c'],
  ink: ['#1a2230', '#e8ecf3'],
  dim: ['#566072', '#a6b0c0'],
  edge: ['#8792a5', '#6b7688'],
  frame: ['#f4f6fa', '#191e27'],
  deep: ['#e9edf4', '#202733'],
  entrance: ['#fffbe9', '#2a2615'],
  event: ['#1d4fa8', '#8fb6ff'],
  delay: ['#8a5a00', '#f0b95b'],
  done: ['#1f6b3a', '#7fd39b'],
  error: ['#b3261e', '#ff9a91'],
  always: ['#5b6472', '#b4bdca'],
} as const;

const VARIABLES = Object.entries(COLOURS)
  .map(([name, [light, dark]]) => `--${name}:light-dark(${light},${dark})`)
  .join(';');

/** Styles of the lines of arrows, so that the kinds of transitions can be distinguished without their colours. */
const LINE_STYLES: Readonly<Record<TransitionKind, string>> = {
  event: 'stroke-width: 2.2',
  delay: 'stroke-dasharray: 10 5',
  done: 'stroke-width: 1.3',
  error: 'stroke-dasharray: 2 4; stroke-width: 2; stroke-linecap: round',
  always: 'stroke-dasharray: 9 3 2 3',
};

const KIND_RULES = TRANSITION_KINDS.flatMap((kind) => [
  `.kind-${kind}{--kind:var(--${kind})}`,
  `.arrow.kind-${kind} > .path{${LINE_STYLES[kind]}}`,
]);

const MARK_RULES = Object.entries(CHANGE_MARKS).flatMap(([mark, { colour }]) => [
  `.mark-${mark}{--mark:${colour}}`,
  `.box.mark-${mark} > rect{stroke:${colour};stroke-width:3}`,
  `.arrow.mark-${mark}{--kind:${colour}}`,
  `.arrow.mark-${mark} > .path{stroke-width:3.2}`,
]);

/** The style sheet of a chart for light and dark backgrounds. */
export const chartStyle = (changeMarks: ChangeMarks): string =>
  [
    `svg{color-scheme:light dark;${VARIABLES};font:12px ${FONT_FAMILIES}}`,
    'text{fill:var(--ink)}',
    '.paper{fill:var(--paper)}',
    '.title{font-size:20px;font-weight:700}',
    '.dim,.fact,.actions{fill:var(--dim)}',
    '.box > rect{fill:var(--paper);stroke:var(--edge);stroke-width:1.4}',
    '.box.choice > rect{stroke-dasharray:9 3 2 3}',
    '.box.group > rect{stroke-width:2.2}',
    '.box.entrance > rect{fill:var(--entrance)}',
    '.frame > rect{fill:var(--frame);stroke:var(--edge);stroke-width:1}',
    '.frame.deep > rect{fill:var(--deep)}',
    '.frame.parallel > rect{stroke-dasharray:7 5}',
    '.name{font-size:15px;font-weight:700}',
    '.code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:12px;fill:var(--dim)}',
    '.target{font-weight:700;fill:var(--kind)}',
    '.trigger{fill:var(--ink)}',
    '.path{fill:none;stroke:var(--kind,var(--ink));stroke-width:1.6}',
    '.head{fill:var(--kind,var(--ink))}',
    '.icon{fill:var(--kind);stroke:none}',
    '.icon .hollow{fill:none;stroke:var(--kind);stroke-width:1.4}',
    '.icon .stroke{fill:none;stroke:var(--kind);stroke-width:1.5;stroke-linecap:round}',
    '.mark{font-weight:700;font-size:14px;fill:var(--mark)}',
    ...KIND_RULES,
    ...(changeMarks.size > 0 ? MARK_RULES : []),
  ].join('\n');
