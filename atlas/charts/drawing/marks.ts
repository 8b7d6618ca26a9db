import type { Language } from '#atlas/words/types.ts';

/** How a state or a transition is marked: by a colour, and by a symbol and a word that do not depend on it. */
export type Mark = {
  /** Part of the class names: letters and dashes. */
  readonly name: string;
  readonly symbol: string;
  /** The text of the mark, for the legend and the tooltip. */
  readonly meaning: Readonly<Record<Language, string>>;
  readonly colour: string;
};

/** Paints a chart: the mark of a state or transition by its id; null leaves it as it is. */
export type Marking = {
  readonly marks: readonly Mark[];
  readonly markOf: (id: string) => Mark | null;
};

export const NO_MARKS: Marking = { marks: [], markOf: () => null };
