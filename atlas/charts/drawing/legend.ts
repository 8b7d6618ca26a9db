import { atlasText } from '#atlas/texts/texts.ts';
import type { Language } from '#atlas/words/types.ts';
import { CHANGE_MARKS, type ChangeMark, type ChangeMarks } from './marks.ts';
import { ICONS, TRANSITION_KINDS } from './style.ts';
import { textWidth } from './text.ts';

const ROW_HEIGHT = 24;
const LEFT_MARGIN = 28;
const ENTRY_GAP = 24;

/**
 * Draws the legend of a chart. It explains the marks of changes only if the chart has such marks.
 * @param top the upper edge, in pixels
 * @param width the width at which the entries are wrapped, in pixels
 * @returns the SVG and its height
 */
export function drawLegend(changeMarks: ChangeMarks, language: Language, top: number, width: number) {
  const marks = changeMarks.size > 0 ? (Object.keys(CHANGE_MARKS) as readonly ChangeMark[]) : [];
  const entries = [
    ...TRANSITION_KINDS.map((kind) => ({
      key: `chart.${kind}` as const,
      textX: 72,
      symbol: `<g class="arrow kind-${kind}"><path class="path" d="M0 0h44"/><g class="icon" transform="translate(52 -7)">${ICONS[kind]}</g></g>`,
    })),
    // Entries without a symbol.
    ...(['chart.legend', 'chart.acrossSides'] as const).map((key) => ({ key, textX: 0, symbol: '' })),
    ...marks.map((mark) => ({
      key: `mark.${mark}` as const,
      textX: 18,
      symbol: `<text class="mark mark-${mark}" y="4">${CHANGE_MARKS[mark].symbol}</text>`,
    })),
  ];
  let x = LEFT_MARGIN;
  let y = top + ROW_HEIGHT / 2;
  const parts = entries.map(({ key, textX, symbol }) => {
    const text = atlasText(language, key);
    const entryWidth = textX + textWidth(text, { size: 12 }) + ENTRY_GAP;
    if (x > LEFT_MARGIN && x + entryWidth > width) {
      x = LEFT_MARGIN;
      y += ROW_HEIGHT;
    }
    const part = `<g transform="translate(${x} ${y})">${symbol}<text x="${textX}" y="4">${text}</text></g>`;
    x += entryWidth;
    return part;
  });
  return { svg: `<g class="legend">${parts.join('')}</g>`, height: y - top + ROW_HEIGHT };
}
