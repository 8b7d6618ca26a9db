/** Characters that turn the direction of the text around them (Unicode Standard Annex 9). */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A text of somebody else's as it may stand in one of ours: it cannot turn around what stands beside it. */
export const plainText = (text: string): string => text.replaceAll(BIDI_CONTROLS, '');
