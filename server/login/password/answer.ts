import type { ServerConfig } from '#server/config/schema.ts';
import { MAX_ANSWER_LENGTH, normalisedAnswer } from '#wire/question-answer.ts';
import { hashPassword, isPassword } from './hash.ts';

/** Hashes an answer for storage. */
export const hashAnswer = (answer: string, cost: ServerConfig['scrypt']): Promise<string> =>
  hashPassword(normalisedAnswer(answer), cost);

export const isSameAnswer = (answer: string, hash: string): Promise<boolean> =>
  isPassword(normalisedAnswer(answer).slice(0, MAX_ANSWER_LENGTH), hash);
