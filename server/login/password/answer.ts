import type { ServerConfig } from '#server/config/schema.ts';
import { MAX_ANSWER_LENGTH, normalisedAnswer } from '#wire/question-answer.ts';
import { type Comparison, comparePassword, hashPassword } from './hash.ts';

/** Hashes a person's answer to a question for storage. */
export const hashAnswer = (answer: string, cost: ServerConfig['argon2']): Promise<string> =>
  hashPassword(normalisedAnswer(answer), cost);

/** Compares a person's answer to a question with a stored hash. */
export const compareAnswer = (
  answer: string,
  hash: string,
  cost: ServerConfig['argon2'],
): Promise<Comparison> => comparePassword(normalisedAnswer(answer).slice(0, MAX_ANSWER_LENGTH), hash, cost);
