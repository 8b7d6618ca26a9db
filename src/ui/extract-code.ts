const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
/** White space, with the joiners and direction marks that copied text carries. */
const INVISIBLE = /[\s\p{Cf}]/gu;
const GROUPED_DIGITS = /^\d+(?:[-\u2010-\u2015]\d+)+$/;
const HYPHENS = /[-\u2010-\u2015]/g;
/** A pasted message is longer than any code with spaces. */
const MESSAGE = /^(?=.*\p{L})(?=.*\s).{21,}$/su;
const CODE_IN_MESSAGE = /(?<!\d)\d{6}(?!\d)/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/**
 * Extracts the code from typed or pasted text: full-width characters become plain, white space and hyphens
 * between digit groups are removed. A pasted message with exactly one six-digit code gives that code.
 */
export function extractCode(text: string): string {
  const plain = text
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(INVISIBLE, '');
  const messageCodes = new Set(MESSAGE.test(text) ? text.match(CODE_IN_MESSAGE) : []);
  const [code] = messageCodes;
  if (code !== undefined && messageCodes.size === 1) return code;
  return GROUPED_DIGITS.test(plain) ? plain.replace(HYPHENS, '') : plain;
}
