/** Characters that turn the direction of the text around them (Unicode Standard Annex 9). */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Longest text of somebody else's, in UTF-16 units: more is no sentence for a person. */
const LONGEST_TEXT = 1000;

/** A text of somebody else's as it may stand in one of ours: it neither turns around nor buries what stands beside it. */
export function plainText(text: string): string {
  const shown = text.replaceAll(BIDI_CONTROLS, '');
  return shown.length > LONGEST_TEXT
    ? `${shown.slice(0, LONGEST_TEXT).replace(/[\uD800-\uDBFF]$/, '')}…`
    : shown;
}
