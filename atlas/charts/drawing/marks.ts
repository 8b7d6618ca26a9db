/** Marks on states or transitions: a symbol and a meaning (`mark.<name>`) that do not depend on the colour. */
export const MARKS = {
  added: { symbol: '+', colour: '#1f6b3a' },
  removed: { symbol: '−', colour: '#b3261e' },
  changed: { symbol: '~', colour: '#8a5a00' },
} as const;

export type Mark = keyof typeof MARKS;

/** Marks of a chart by the id of a state or transition; the legend explains them. */
export type Marking = ReadonlyMap<string, Mark>;

export const NO_MARKS: Marking = new Map();
