import type { ChartNode, TransitionLine } from './graph.ts';
import { type Font, textWidth, wrap } from './text.ts';

const PAD = 12;
/** Space for the icon of the trigger. */
const ICON = 20;

const NAME: Font = { size: 15, isBold: true };
const SMALL: Font = { size: 12 };
const NAME_HEIGHT = 21;
const ROW = 17;
const GAP = 6;

/** A row of text; `x` and `y` are pixels from the upper left corner of the node. */
export type Row = {
  readonly kind: 'name' | 'code' | 'sentence' | 'fact' | 'trigger' | 'target' | 'actions';
  readonly x: number;
  readonly y: number;
  readonly text: string;
};

/** The rows of a transition; `y` is their top. */
export type TransitionContent = {
  readonly line: TransitionLine;
  readonly y: number;
  readonly rows: readonly Row[];
};

export type NodeContent = {
  readonly rows: readonly Row[];
  readonly lines: readonly TransitionContent[];
  readonly height: number;
};

/** Wraps a transition into rows: trigger, target, actions. */
function lineContent(
  line: TransitionLine,
  top: number,
  width: number,
): TransitionContent & { readonly end: number } {
  const x = PAD + ICON;
  const available = width - 2 * PAD - ICON;
  let y = top;
  const rows: Row[] = wrap(line.text, available, SMALL).map((text) => {
    y += ROW;
    return { kind: 'trigger', x, y: y - 4, text };
  });
  const target = `→ ${line.target}`;
  const last = rows.at(-1);
  const used = last ? textWidth(last.text, SMALL) + 8 : available;
  if (used + textWidth(target, { ...SMALL, isBold: true }) <= available)
    rows.push({ kind: 'target', x: x + used, y: y - 4, text: target });
  else
    for (const text of wrap(target, available, { ...SMALL, isBold: true })) {
      y += ROW;
      rows.push({ kind: 'target', x, y: y - 4, text });
    }
  for (const text of wrap(line.actions, available, SMALL)) {
    y += ROW - 1;
    rows.push({ kind: 'actions', x, y: y - 4, text });
  }
  return { line, y: top, rows, end: y };
}

/** Wraps the texts of a node into rows. @param width of the node, in pixels */
export function nodeContent({ name, code, sentence, facts, lines }: ChartNode, width: number): NodeContent {
  const rows: Row[] = [];
  let y = PAD - 3;
  const add = (kind: Row['kind'], text: string, font: Font, height: number) => {
    for (const each of wrap(text, width - 2 * PAD, font)) {
      y += height;
      rows.push({ kind, x: PAD, y: y - 4, text: each });
    }
  };
  add('name', name, NAME, NAME_HEIGHT);
  add('code', code, { size: 13 }, ROW);
  if (sentence !== '') y += 2;
  add('sentence', sentence, SMALL, ROW);
  for (const fact of facts) add('fact', fact, SMALL, ROW);
  const placed: TransitionContent[] = [];
  for (const line of lines) {
    if (line.target === '') {
      // A transition without a target is not drawn.
      placed.push({ line, y: 0, rows: [] });
      continue;
    }
    y += GAP;
    const { end, ...content } = lineContent(line, y, width);
    placed.push(content);
    y = end;
  }
  return { rows, lines: placed, height: y + PAD };
}
