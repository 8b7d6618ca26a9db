/** Whether a text contains Hangul: such a name is Korean. */
export const isHangul = (text: string): boolean => /\p{Script=Hangul}/u.test(text);
