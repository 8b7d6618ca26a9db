/** Bidirectional control characters (Unicode Standard Annex 9). */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** The first half of a surrogate pair, whose second half was cut off. */
const HALF_CHARACTER_AT_END = /[\uD800-\uDBFF]$/;

/** Maximum length of a text from a server, in UTF-16 code units. */
const MAX_TEXT_LENGTH = 1000;

/** Makes a text from a server safe to display: removes bidirectional control characters, and shortens the text. */
export function safeText(text: string): string {
  const cleanText = text.replaceAll(BIDI_CONTROLS, '');
  return cleanText.length > MAX_TEXT_LENGTH
    ? `${cleanText.slice(0, MAX_TEXT_LENGTH).replace(HALF_CHARACTER_AT_END, '')}…`
    : cleanText;
}
