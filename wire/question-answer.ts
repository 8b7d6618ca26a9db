/** Minimum and maximum length of the answer to a security question, in characters (rule 193). */
const MIN_ANSWER_LENGTH = 2;
export const MAX_ANSWER_LENGTH = 100;

/** The normalised answer for a comparison that ignores width, case and surrounding spaces (rule 193). */
export const normalisedAnswer = (answer: string): string => answer.normalize('NFKC').trim().toLowerCase();

/** Whether a text is a valid answer to a security question. */
export function isAnswer(text: string): boolean {
  const { length } = [...normalisedAnswer(text)];
  return length >= MIN_ANSWER_LENGTH && length <= MAX_ANSWER_LENGTH;
}
