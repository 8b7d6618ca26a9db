import { factorNameOf, hasHiddenCharacters, isNameTooLong } from '#wire/factor-name.ts';
import { codeOf } from './registration.ts';
import type { Result } from './result.ts';

/** What is wrong with the name of a factor. */
export type NameProblem =
  | 'info.passkey.noti'
  | 'info.passkey.length'
  | 'factor.badName'
  | 'info.passkey.failure.duplication';

/** The rules of a name, as the server has them. */
export const factorNameGuards = {
  isBlank: (_: unknown, name: string) => factorNameOf(name) === '',
  isTooLong: (_: unknown, name: string) => isNameTooLong(name),
  hasHiddenCharacters: (_: unknown, name: string) => hasHiddenCharacters(name),
  /** Another factor of the person has this name (decision 213). */
  isDuplicate: (_: unknown, answer: Result<unknown>) =>
    !answer.ok && answer.failure.kind === 'rejected' && codeOf(answer.failure) === 'nameTaken',
};

type Submitted = { readonly event: { readonly name: string } };
type Answered = { readonly event: { readonly output: Result<unknown> } };

const nameIn = ({ event }: Submitted): string => event.name;

/** The names that are not sent, in the order in which they are told. */
export const BAD_NAMES = [
  {
    guard: { type: 'isBlank', params: nameIn },
    actions: { type: 'noteProblem', params: 'info.passkey.noti' },
  },
  {
    guard: { type: 'isTooLong', params: nameIn },
    actions: { type: 'noteProblem', params: 'info.passkey.length' },
  },
  {
    guard: { type: 'hasHiddenCharacters', params: nameIn },
    actions: { type: 'noteProblem', params: 'factor.badName' },
  },
] as const;

/** The name is taken, as it was or as it has come to be meanwhile: it is asked for anew. */
export const DUPLICATE = {
  guard: { type: 'isDuplicate', params: ({ event }: Answered) => event.output },
  target: 'naming',
  actions: { type: 'noteProblem', params: 'info.passkey.failure.duplication' },
} as const;
