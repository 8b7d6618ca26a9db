/** Whether a text has Hangul in it, so that it is the Korean name of somebody. */
export const isHangul = (text: string): boolean => /\p{Script=Hangul}/u.test(text);
