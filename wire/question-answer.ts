/** Minimum and maximum length of an answer to a question (rule 193). */
const MIN_ANSWER_LENGTH = 2;
export const MAX_ANSWER_LENGTH = 100;

/** Normalises an answer for comparison: width, case and surrounding spaces do not count (rule 193). */
export const normalisedAnswer = (answer: string): string => answer.normalize('NFKC').trim().toLowerCase();

/** Whether a text is a valid answer. */
export function isAnswer(text: string): boolean {
  const { length } = [...normalisedAnswer(text)];
  return length >= MIN_ANSWER_LENGTH && length <= MAX_ANSWER_LENGTH;
}
