/** Number of digits of a code sent by SMS or mail (spec section 9). */
export const SENT_CODE_DIGITS = 6;

const SENT_CODE_PATTERN = new RegExp(`^\\d{${SENT_CODE_DIGITS}}$`);

/** Whether a text has the form of a sent code. */
export const isSentCode = (text: string): boolean => SENT_CODE_PATTERN.test(text);
