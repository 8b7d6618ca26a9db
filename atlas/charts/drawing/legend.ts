import { atlasText } from '#atlas/texts/texts.ts';
import type { Language } from '#atlas/words/types.ts';
import { MARKS, type Mark, type Marking } from './marks.ts';
import { ICONS, KINDS } from './style.ts';
import { textWidth } from './text.ts';

const ROW = 24;
const LEFT = 28;
const GAP = 24;

/** Draws the legend, starting at `top` and wrapped at `width` (pixels). @returns the SVG and its height */
export function legend(marking: Marking, language: Language, top: number, width: number) {
  const marks = marking.size > 0 ? (Object.keys(MARKS) as readonly Mark[]) : [];
  const entries = [
    ...KINDS.map((kind) => ({
      key: `chart.${kind}` as const,
      textX: 72,
      symbol: `<g class="arrow kind-${kind}"><path class="path" d="M0 0h44"/><g class="icon" transform="translate(52 -7)">${ICONS[kind]}</g></g>`,
    })),
    ...(['chart.legend', 'chart.acrossSides'] as const).map((key) => ({ key, textX: 0, symbol: '' })),
    ...marks.map((mark) => ({
      key: `mark.${mark}` as const,
      textX: 18,
      symbol: `<text class="mark mark-${mark}" y="4">${MARKS[mark].symbol}</text>`,
    })),
  ];
  let x = LEFT;
  let y = top + ROW / 2;
  const parts = entries.map(({ key, textX, symbol }) => {
    const text = atlasText(language, key);
    const entryWidth = textX + textWidth(text, { size: 12 }) + GAP;
    if (x > LEFT && x + entryWidth > width) {
      x = LEFT;
      y += ROW;
    }
    const part = `<g transform="translate(${x} ${y})">${symbol}<text x="${textX}" y="4">${text}</text></g>`;
    x += entryWidth;
    return part;
  });
  return { svg: `<g class="legend">${parts.join('')}</g>`, height: y - top + ROW };
}
