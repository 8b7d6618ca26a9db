import type { Language } from '#atlas/words/types.ts';

/** A mark on states or transitions: a colour, and a symbol and a meaning that do not depend on it. */
export type Mark = {
  /** Part of the class names: letters and dashes. */
  readonly name: string;
  readonly symbol: string;
  readonly meaning: Readonly<Record<Language, string>>;
  readonly colour: string;
};

/** Marks of a chart by the id of a state or transition; null where there is none. */
export type Marking = {
  readonly marks: readonly Mark[];
  readonly markOf: (id: string) => Mark | null;
};

export const NO_MARKS: Marking = { marks: [], markOf: () => null };
