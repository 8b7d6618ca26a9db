/** Most characters of the name of a factor (spec section 9). */
const LONGEST = 20;

/**
 * The name of a factor as it is compared and kept: the same letters typed on another system are the same name, and so
 * are names that differ in how wide a space is.
 */
export const factorNameOf = (text: string): string =>
  text
    .trim()
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ');

/** Whether a name has more characters than one may have, counted as code points. */
export const isNameTooLong = (text: string): boolean => [...factorNameOf(text)].length > LONGEST;

/** Whether a name holds control or format characters, which nobody sees, such as those that join emoji (decision 219). */
export const hasHiddenCharacters = (text: string): boolean => /\p{Cc}|\p{Cf}/u.test(factorNameOf(text));
