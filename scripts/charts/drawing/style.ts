import type { Paint } from '#scripts/charts/drawing/paint.ts';
import type { TransitionKind } from '#scripts/charts/model/types.ts';

/** Whatever a reader's device has; every one of them sets Korean and Latin. */
const FONTS = `system-ui, -apple-system, 'Segoe UI', 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', 'Noto Sans CJK KR', sans-serif`;

/** Icon paths in a square of 14 pixels, and the words of the legend. */
export const KINDS: Readonly<Record<TransitionKind, { readonly icon: string; readonly meaning: string }>> = {
  event: {
    icon: '<circle cx="7" cy="4" r="2.6"/><path d="M2 13c0-3.4 2.2-5 5-5s5 1.6 5 5z"/>',
    meaning: 'a person or the page',
  },
  delay: {
    icon: '<circle class="hollow" cx="7" cy="7" r="5.4"/><path class="stroke" d="M7 3.6V7l2.4 1.6"/>',
    meaning: 'a timer',
  },
  done: {
    icon: '<rect class="hollow" x="1.6" y="1.6" width="10.8" height="10.8" rx="2"/><path class="stroke" d="M4 7.2l2.2 2.2L10.2 5"/>',
    meaning: 'an answer',
  },
  error: {
    icon: '<path class="hollow" d="M7 1.6L13 12.4H1z"/><path class="stroke" d="M7 5.4v3.4M7 10.4v.6"/>',
    meaning: 'a failure',
  },
  always: {
    icon: '<path class="hollow" d="M7 1.2L12.8 7 7 12.8 1.2 7z"/>',
    meaning: 'the machine decides at once',
  },
};

const COLOURS: Readonly<Record<TransitionKind, string>> = {
  event: '#1d4fa8',
  delay: '#8a5a00',
  done: '#1f6b3a',
  error: '#b3261e',
  always: '#5b6472',
};

/** Lines differ by more than their colour. */
const DASHES: Readonly<Record<TransitionKind, string>> = {
  event: 'stroke-width: 2.2',
  delay: 'stroke-dasharray: 10 5',
  done: 'stroke-width: 1.3',
  error: 'stroke-dasharray: 2 4; stroke-width: 2; stroke-linecap: round',
  always: 'stroke-dasharray: 9 3 2 3',
};

const kindRules = (Object.keys(KINDS) as TransitionKind[]).flatMap((kind) => [
  `.kind-${kind}{--kind:${COLOURS[kind]}}`,
  `.arrow.kind-${kind} > .path{${DASHES[kind]}}`,
]);

const markRules = ({ marks }: Paint): readonly string[] =>
  marks.flatMap(({ name, colour }) => [
    `.mark-${name}{--mark:${colour}}`,
    `.box.mark-${name} > rect{stroke:${colour};stroke-width:3}`,
    `.arrow.mark-${name}{--kind:${colour}}`,
    `.arrow.mark-${name} > .path{stroke-width:3.2}`,
  ]);

/** The look of a chart. */
export const styleOf = (paint: Paint): string =>
  [
    `svg{font:12px ${FONTS};background:#fff}`,
    'text{fill:#1a2230}',
    '.title{font-size:20px;font-weight:700}',
    '.dim{fill:#566072}',
    '.box > rect{fill:#fff;stroke:#8792a5;stroke-width:1.4}',
    '.box.outer > rect{fill:#f4f6fa}',
    '.box.outer.deep > rect{fill:#eaeef5}',
    '.box.choice > rect{stroke-dasharray:9 3 2 3}',
    '.box.anytime > rect{fill:#fffbe9;stroke:#b9a65a}',
    '.box.final > rect{stroke-width:1.4}',
    '.box.elsewhere > rect{fill:#f4f6fa;stroke-dasharray:2 3}',
    '.name{font-size:14px;font-weight:700}',
    '.loud{font-size:19px;font-weight:700}',
    '.address{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:11px;fill:#3a4250}',
    '.fact,.tag{fill:#566072}',
    '.start{fill:#1a2230}',
    '.path{fill:none;stroke:var(--kind,#1a2230);stroke-width:1.6}',
    '.head{fill:var(--kind,#1a2230)}',
    '.label > rect{fill:#fff;stroke:#d5dae3}',
    '.icon{fill:var(--kind);stroke:none}',
    '.icon .hollow{fill:none;stroke:var(--kind);stroke-width:1.4}',
    '.icon .stroke{fill:none;stroke:var(--kind);stroke-width:1.5;stroke-linecap:round}',
    '.trigger{fill:var(--kind)}',
    '.note{fill:#1a2230}',
    '.box.region > rect{stroke-dasharray:7 5}',
    '.mark{font-weight:700;fill:var(--mark)}',
    ...kindRules,
    ...markRules(paint),
  ].join('\n');
