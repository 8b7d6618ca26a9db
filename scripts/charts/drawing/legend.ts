import type { Paint } from '#scripts/charts/drawing/paint.ts';
import { KINDS } from '#scripts/charts/drawing/style.ts';
import { escapeText, textWidth } from '#scripts/charts/drawing/text.ts';
import type { TransitionKind } from '#scripts/charts/model/types.ts';

const ROW = 24;
const LEFT = 24;
const FACE = { size: 12 };

type Drawn = { readonly svg: string; readonly width: number; readonly height: number };

const kindKey = (
  kind: TransitionKind,
  x: number,
  y: number,
): { readonly svg: string; readonly end: number } => {
  const { icon, meaning } = KINDS[kind];
  const svg = [
    `<g class="arrow kind-${kind}">`,
    `<path class="path" d="M${x} ${y}h44"/>`,
    `<g class="icon" transform="translate(${x + 52} ${y - 7})">${icon}</g>`,
    `<text x="${x + 72}" y="${y + 4}">${meaning}</text></g>`,
  ].join('');
  return { svg, end: x + 72 + textWidth(meaning, FACE) + 24 };
};

/** What lines, icons and marks mean, from a height on. */
export function legend({ marks }: Paint, top: number): Drawn {
  const parts: string[] = [];
  let width = LEFT;
  let y = top + ROW / 2;
  for (const kind of Object.keys(KINDS) as TransitionKind[]) {
    const { svg, end } = kindKey(kind, width, y);
    parts.push(svg);
    width = end;
  }
  let widest = width;
  if (marks.length > 0) {
    y += ROW;
    let x = LEFT;
    for (const { name, symbol, meaning } of marks) {
      parts.push(
        `<text class="mark mark-${name}" x="${x}" y="${y + 4}">${escapeText(symbol)}</text>`,
        `<text x="${x + 18}" y="${y + 4}">${escapeText(meaning)}</text>`,
      );
      x += 18 + textWidth(meaning, FACE) + 24;
    }
    widest = Math.max(widest, x);
  }
  return { svg: `<g class="legend">${parts.join('')}</g>`, width: widest, height: y - top + ROW };
}
