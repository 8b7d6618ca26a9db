/** Characters in the width of Korean letters, such as `１`. */
const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
/** White space, and invisible characters such as direction marks, which copied text may contain. */
const INVISIBLE = /[\s\p{Cf}]/gu;
const GROUPED_DIGITS = /^\d+(?:[-\u2010-\u2015]\d+)+$/;
const HYPHENS = /[-\u2010-\u2015]/g;
/** A pasted message: more than 20 characters with letters and white space. No code with spaces is so long. */
const MESSAGE = /^(?=.*\p{L})(?=.*\s).{21,}$/su;
const CODE_IN_MESSAGE = /(?<!\d)\d{6}(?!\d)/g;
/** Difference between the character codes of a full-width character and its usual form. */
const FULL_WIDTH_OFFSET = 0xfee0;

/**
 * Extracts the code from typed or pasted text. Replaces full-width characters, and removes white space and hyphens
 * between groups of digits. If the text is a pasted message that contains exactly one code of six digits, returns this
 * code.
 */
export function extractCode(text: string): string {
  const normalisedText = text
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(INVISIBLE, '');
  const messageCodes = new Set(MESSAGE.test(text) ? text.match(CODE_IN_MESSAGE) : []);
  const [code] = messageCodes;
  if (code !== undefined && messageCodes.size === 1) return code;
  return GROUPED_DIGITS.test(normalisedText) ? normalisedText.replace(HYPHENS, '') : normalisedText;
}
