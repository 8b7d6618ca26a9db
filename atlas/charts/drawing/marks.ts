/**
 * Marks on changed states and transitions. A mark has a symbol, a colour, and a meaning (the text `mark.<name>`). The symbol alone
 * is enough to recognise the mark.
 */
export const CHANGE_MARKS = {
  added: { symbol: '+', colour: '#1f6b3a' },
  removed: { symbol: '−', colour: '#b3261e' },
  changed: { symbol: '~', colour: '#8a5a00' },
} as const;

export type ChangeMark = keyof typeof CHANGE_MARKS;

/** The marks of a chart, by the ids of states and transitions. */
export type ChangeMarks = ReadonlyMap<string, ChangeMark>;

export const NO_CHANGE_MARKS: ChangeMarks = new Map();
