/** Maximum length of the name of a factor, in characters (spec section 9). */
const MAX_NAME_LENGTH = 20;

/**
 * The normalised name of a factor, for a comparison or for storage: trimmed, in Unicode's composed form, and with one
 * plain space for each group of spaces.
 */
export const normalisedFactorName = (text: string): string =>
  text
    .trim()
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ');

/** Whether the name of a factor has too many characters, counted as code points. */
export const isNameTooLong = (text: string): boolean =>
  [...normalisedFactorName(text)].length > MAX_NAME_LENGTH;

/** Whether a name contains invisible control or format characters, such as emoji joiners (rule 219). */
export const hasHiddenCharacters = (text: string): boolean =>
  /\p{Cc}|\p{Cf}/u.test(normalisedFactorName(text));
