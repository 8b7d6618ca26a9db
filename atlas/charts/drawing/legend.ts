import { atlasText } from '#atlas/texts/texts.ts';
import type { Language } from '#atlas/words/types.ts';
import { MARKS, type Marking } from './marks.ts';
import { ICONS, KINDS } from './style.ts';
import { textWidth } from './text.ts';

const ROW = 24;
const LEFT = 28;
const FONT = { size: 12 };

type Drawn = { readonly svg: string; readonly height: number };

/** Draws the legend from `top` on, wrapped at `width` (pixels). */
export function legend({ marks }: Marking, language: Language, top: number, width: number): Drawn {
  const kinds = KINDS.map((kind) => [kind, atlasText(language, `chart.${kind}`)] as const);
  const entries = [
    ...kinds.map(([kind, text]) => ({
      width: 72 + textWidth(text, FONT) + 24,
      draw: (x: number, y: number) =>
        `<g class="arrow kind-${kind}"><path class="path" d="M${x} ${y}h44"/><g class="icon" transform="translate(${x + 52} ${y - 7})">${ICONS[kind]}</g><text x="${x + 72}" y="${y + 4}">${text}</text></g>`,
    })),
    ...(['chart.legend', 'chart.across'] as const)
      .map((key) => atlasText(language, key))
      .map((text) => ({
        width: textWidth(text, FONT) + 24,
        draw: (x: number, y: number) => `<text x="${x}" y="${y + 4}">${text}</text>`,
      })),
    ...marks.map((mark) => ({
      width: 18 + textWidth(atlasText(language, `mark.${mark}`), FONT) + 24,
      draw: (x: number, y: number) =>
        `<text class="mark mark-${mark}" x="${x}" y="${y + 4}">${MARKS[mark].symbol}</text><text x="${x + 18}" y="${y + 4}">${atlasText(language, `mark.${mark}`)}</text>`,
    })),
  ];
  let x = LEFT;
  let y = top + ROW / 2;
  const parts: string[] = [];
  for (const entry of entries) {
    if (x > LEFT && x + entry.width > width) {
      x = LEFT;
      y += ROW;
    }
    parts.push(entry.draw(x, y));
    x += entry.width;
  }
  return { svg: `<g class="legend">${parts.join('')}</g>`, height: y - top + ROW };
}
