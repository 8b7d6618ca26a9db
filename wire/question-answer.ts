/** Fewest and most characters of an answer to a question (decision 193). */
const SHORTEST_ANSWER = 2;
export const LONGEST_ANSWER = 100;

/** An answer as it is compared: width, case and outer space do not count (decision 193). */
export const foldedAnswer = (answer: string): string => answer.normalize('NFKC').trim().toLowerCase();

/** Whether a text may be kept as an answer. */
export function isAnswer(text: string): boolean {
  const { length } = [...foldedAnswer(text)];
  return length >= SHORTEST_ANSWER && length <= LONGEST_ANSWER;
}
