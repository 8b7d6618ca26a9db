import type { ChartNode } from './graph.ts';
import { type Font, textWidth, wrap } from './text.ts';

const PAD = 12;
/** Space for the icon of the trigger. */
const ICON = 20;

const NAME: Font = { size: 15, isBold: true };
const CODE: Font = { size: 13 };
const SMALL: Font = { size: 12 };
const TARGET: Font = { size: 12, isBold: true };
const NAME_HEIGHT = 21;
const ROW = 17;
const GAP = 6;

/** A row of text; `x` and `y` are pixels from the upper left corner of the node. */
type Row = {
  readonly kind: 'name' | 'code' | 'sentence' | 'fact' | 'trigger' | 'target' | 'actions';
  readonly x: number;
  readonly y: number;
  readonly text: string;
};

/**
 * Wraps the texts of a node into rows: its own, and those of each transition with their upper edge; a transition without
 * a target is not drawn.
 * @param width of the node, in pixels
 */
export function nodeContent({ name, sourceName, sentence, facts, lines }: ChartNode, width: number) {
  let y = PAD - 3;
  const wrapped = (kind: Row['kind'], text: string, font: Font, height: number, x = PAD): readonly Row[] =>
    wrap(text, width - PAD - x, font).map((each) => {
      y += height;
      return { kind, x, y: y - 4, text: each };
    });
  const head = [...wrapped('name', name, NAME, NAME_HEIGHT), ...wrapped('code', sourceName, CODE, ROW)];
  if (sentence !== '') y += 2;
  const rows = [
    ...head,
    ...wrapped('sentence', sentence, SMALL, ROW),
    ...facts.flatMap((fact) => wrapped('fact', fact, SMALL, ROW)),
  ];
  const transitions = lines.map((line) => {
    if (line.target === '') return { line, y: 0, rows: [] as readonly Row[] };
    y += GAP;
    const top = y;
    const x = PAD + ICON;
    const trigger = wrapped('trigger', line.text, SMALL, ROW, x);
    const text = `→ ${line.target}`;
    const last = trigger.at(-1);
    const end = last ? x + textWidth(last.text, SMALL) + 8 : width;
    const target: readonly Row[] =
      end + textWidth(text, TARGET) <= width - PAD
        ? [{ kind: 'target', x: end, y: y - 4, text }]
        : wrapped('target', text, TARGET, ROW, x);
    const actions = wrapped('actions', line.actions, SMALL, ROW - 1, x);
    return { line, y: top, rows: [...trigger, ...target, ...actions] };
  });
  return { rows, lines: transitions, height: y + PAD };
}

export type NodeContent = ReturnType<typeof nodeContent>;
