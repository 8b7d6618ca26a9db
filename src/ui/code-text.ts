const FULL_WIDTH = /[\uFF01-\uFF5E]/g;
/** White space, with the joiners and direction marks that copied text carries. */
const INVISIBLE = /[\s\p{Cf}]/gu;
const GROUPED_DIGITS = /^\d+(?:[-\u2010-\u2015]\d+)+$/;
const HYPHENS = /[-\u2010-\u2015]/g;
const FULL_WIDTH_OFFSET = 0xfee0;

/**
 * The code that a person means by what they typed or pasted: full-width characters become the plain ones,
 * white space goes, and so do hyphens between groups of digits. Anything else stays for the server to judge.
 */
export function codeText(typed: string): string {
  const plain = typed
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(INVISIBLE, '');
  return GROUPED_DIGITS.test(plain) ? plain.replace(HYPHENS, '') : plain;
}
