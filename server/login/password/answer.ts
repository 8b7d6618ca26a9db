import type { ServerConfig } from '#server/config/schema.ts';
import { foldedAnswer, LONGEST_ANSWER } from '#wire/question-answer.ts';
import { hashPassword, isPassword } from './hash.ts';

/** An answer as it is kept. */
export const kept = (answer: string, cost: ServerConfig['scrypt']): Promise<string> =>
  hashPassword(foldedAnswer(answer), cost);

export const isSameAnswer = (answer: string, hash: string): Promise<boolean> =>
  isPassword(foldedAnswer(answer).slice(0, LONGEST_ANSWER), hash);
