import type { ChartNode } from './graph.ts';
import { type Font, textWidth, wrapText } from './text.ts';

/** Distance between the texts and the edges of a node, in pixels. */
const PADDING = 12;
/** Distance between the baseline of a row and its lower edge, in pixels. */
const BASELINE_OFFSET = 4;
/** Space for the icon of a transition, in pixels. */
const ICON_WIDTH = 20;

const NAME_FONT: Font = { size: 15, isBold: true };
const CODE_FONT: Font = { size: 13 };
const SMALL_FONT: Font = { size: 12 };
const TARGET_FONT: Font = { size: 12, isBold: true };
const NAME_HEIGHT = 21;
const ROW_HEIGHT = 17;
const TRANSITION_GAP = 6;

/** A row of text. `x` and `y` are its position in pixels from the upper left corner of the node. */
type TextRow = {
  readonly kind: 'name' | 'code' | 'sentence' | 'fact' | 'trigger' | 'target' | 'actions';
  readonly x: number;
  readonly y: number;
  readonly text: string;
};

/**
 * Wraps the texts of a node into rows. `rows` are the rows of the node itself; `lines` has the rows and the upper edge of each
 * transition. A transition without a target text has no rows, so it is not drawn.
 * @param width the width of the node, in pixels
 */
export function nodeContent({ name, sourceName, sentence, facts, lines }: ChartNode, width: number) {
  let y = PADDING - 3;
  /** Wraps a text into rows and moves `y` to the lower edge of the last row. */
  const addRows = (
    kind: TextRow['kind'],
    text: string,
    font: Font,
    height: number,
    x = PADDING,
  ): readonly TextRow[] =>
    wrapText(text, width - PADDING - x, font).map((rowText) => {
      y += height;
      return { kind, x, y: y - BASELINE_OFFSET, text: rowText };
    });
  const nameRows = [
    ...addRows('name', name, NAME_FONT, NAME_HEIGHT),
    ...addRows('code', sourceName, CODE_FONT, ROW_HEIGHT),
  ];
  if (sentence !== '') y += 2;
  const rows = [
    ...nameRows,
    ...addRows('sentence', sentence, SMALL_FONT, ROW_HEIGHT),
    ...facts.flatMap((fact) => addRows('fact', fact, SMALL_FONT, ROW_HEIGHT)),
  ];
  const transitions = lines.map((line) => {
    if (line.target === '') return { line, y: 0, rows: [] as readonly TextRow[] };
    y += TRANSITION_GAP;
    const top = y;
    const x = PADDING + ICON_WIDTH;
    const trigger = addRows('trigger', line.text, SMALL_FONT, ROW_HEIGHT, x);
    const text = `→ ${line.target}`;
    const last = trigger.at(-1);
    const end = last ? x + textWidth(last.text, SMALL_FONT) + 8 : width;
    const target: readonly TextRow[] =
      end + textWidth(text, TARGET_FONT) <= width - PADDING
        ? [{ kind: 'target', x: end, y: y - 4, text }]
        : addRows('target', text, TARGET_FONT, ROW_HEIGHT, x);
    const actions = addRows('actions', line.actions, SMALL_FONT, ROW_HEIGHT - 1, x);
    return { line, y: top, rows: [...trigger, ...target, ...actions] };
  });
  return { rows, lines: transitions, height: y + PADDING };
}

/** The wrapped texts of a node. */
export type NodeContent = ReturnType<typeof nodeContent>;
