/** A part of a source text, as a syntax node tells it. */
export type Range = { readonly start: number; readonly end: number };

/** The text without these parts, which stand in order and do not overlap. */
export const cut = (text: string, ranges: readonly Range[]): string =>
  ranges.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
