/** Whether a text contains Hangul. A name that contains Hangul is a Korean name. */
export const hasHangul = (text: string): boolean => /\p{Script=Hangul}/u.test(text);
