/** Maximum characters of the name of a factor (spec section 9). */
const MAX_NAME_LENGTH = 20;

/**
 * Normalises the name of a factor before it is compared or stored: Unicode composition and the width of
 * spaces make no difference.
 */
export const normalisedFactorName = (text: string): string =>
  text
    .trim()
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ');

/** Whether a name is longer than the limit, counted in code points. */
export const isNameTooLong = (text: string): boolean =>
  [...normalisedFactorName(text)].length > MAX_NAME_LENGTH;

/** Whether a name contains invisible control or format characters, such as emoji joiners (rule 219). */
export const hasHiddenCharacters = (text: string): boolean =>
  /\p{Cc}|\p{Cf}/u.test(normalisedFactorName(text));
