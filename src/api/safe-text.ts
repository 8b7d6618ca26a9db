/** Bidirectional control characters (Unicode Standard Annex 9). */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** Maximum length of a text from a server, in UTF-16 units. */
const MAX_TEXT_LENGTH = 1000;

/** Makes a text from a server safe to embed: no bidirectional controls, limited length. */
export function safeText(text: string): string {
  const cleanText = text.replaceAll(BIDI_CONTROLS, '');
  return cleanText.length > MAX_TEXT_LENGTH
    ? `${cleanText.slice(0, MAX_TEXT_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`
    : cleanText;
}
