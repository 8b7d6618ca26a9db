import type { ServerConfig } from '#server/config/schema.ts';
import { hashPassword, isPassword } from './hash.ts';

const SHORTEST = 2;
const LONGEST = 100;

/** Width, case and outer space of an answer do not count (decision 193). */
const folded = (answer: string): string => answer.normalize('NFKC').trim().toLowerCase();

/** Whether a text may be kept as an answer. */
export function isAnswer(text: string): boolean {
  const { length } = [...folded(text)];
  return length >= SHORTEST && length <= LONGEST;
}

/** An answer as it is kept. */
export const kept = (answer: string, cost: ServerConfig['scrypt']): Promise<string> =>
  hashPassword(folded(answer), cost);

export const isSameAnswer = (answer: string, hash: string): Promise<boolean> =>
  isPassword(folded(answer).slice(0, LONGEST), hash);
