import type { Box, Line } from '#scripts/charts/drawing/figure.ts';
import { type Face, textWidth, wrap } from '#scripts/charts/drawing/text.ts';

const NAME: Face = { size: 14, isBold: true };
/** The name of a screen in a chart of all: it is read first, and from farther away. */
const LOUD: Face = { size: 19, isBold: true };
const SMALL: Face = { size: 12 };

/** Room around the content of a box, in pixels. */
export const PAD = 12;
/** Room for the icon that tells what takes a transition. */
export const ICON = 18;
/** Room for the mark of a painter. */
const MARK = 16;

const WIDEST = 230;
const NAME_HEIGHT = 20;
const LOUD_HEIGHT = 27;
const LINE_HEIGHT = 16;
const GAP = 5;

type TextKind = 'name' | 'loud' | 'path' | 'text' | 'fact' | 'tag';

const HEIGHTS: Readonly<Partial<Record<TextKind, number>>> = { name: NAME_HEIGHT, loud: LOUD_HEIGHT };

/** A piece of text in a box, at a height below the upper edge of the box. */
export type Row =
  | { readonly kind: TextKind; readonly y: number; readonly text: string }
  | { readonly kind: 'line'; readonly y: number; readonly line: Line };

export type BoxContent = { readonly rows: readonly Row[]; readonly width: number; readonly height: number };

const lineText = ({ text, note }: Line): string => [text, note].filter(Boolean).join(' ');

/** Sets the content of a box, from its name down to its lines. */
export function contentOf({ shape, isScreen, name, path, tags, description, facts, lines }: Box): BoxContent {
  if (shape === 'start') return { rows: [], width: 14, height: 14 };
  const rows: Row[] = [];
  let y = PAD;
  let width = 0;
  const add = (kind: TextKind, text: string, face: Face = SMALL) => {
    y += HEIGHTS[kind] ?? LINE_HEIGHT;
    rows.push({ kind, text, y: y - 5 });
    width = Math.max(width, textWidth(text, face) + (HEIGHTS[kind] === undefined ? 0 : MARK));
  };
  const group = (run: () => void) => {
    const before = rows.length;
    run();
    if (rows.length > before) y += GAP;
  };

  group(() => {
    if (!isScreen) add('name', name, NAME);
    else
      for (const part of name.split('\n'))
        for (const line of wrap(part, WIDEST, LOUD)) add('loud', line, LOUD);
  });
  group(() => path !== '' && add('path', path));
  group(() => {
    for (const text of wrap(description, WIDEST, SMALL)) add('text', text);
  });
  group(() => {
    for (const fact of facts) {
      const [first = '', ...rest] = wrap(fact, WIDEST, SMALL);
      add('fact', first);
      for (const text of rest) add('text', text);
    }
  });
  group(() => {
    if (tags.length > 0) add('tag', tags.map((tag) => `#${tag}`).join(' '));
  });
  group(() => {
    for (const line of lines) {
      y += LINE_HEIGHT;
      rows.push({ kind: 'line', line, y: y - 5 });
      width = Math.max(width, ICON + textWidth(lineText(line), SMALL) + MARK);
    }
  });
  return { rows, width: width + 2 * PAD, height: y + PAD - GAP };
}

/** A line of an arrow: its text, and the condition below. */
export type LabelRow = { readonly y: number; readonly line: Line };

export type LabelContent = {
  readonly rows: readonly LabelRow[];
  readonly width: number;
  readonly height: number;
};

const LABEL_PAD = 4;

/** Sets the lines of an arrow below each other. */
export function labelOf(lines: readonly Line[]): LabelContent {
  const rows: LabelRow[] = [];
  let y = LABEL_PAD;
  let width = 0;
  for (const line of lines) {
    rows.push({ y: y + 12, line });
    width = Math.max(width, ICON + textWidth(line.text, SMALL) + MARK, ICON + textWidth(line.note, SMALL));
    y += line.note === '' ? LINE_HEIGHT : 2 * LINE_HEIGHT;
  }
  return { rows, width: width + 2 * LABEL_PAD, height: y + LABEL_PAD };
}

export const noteOffset = LINE_HEIGHT;
export const labelPad = LABEL_PAD;
