import { hasHiddenCharacters, isNameTooLong, normalisedFactorName } from '#wire/factor-name.ts';
import { codeOf } from './registration.ts';
import type { Result } from './result.ts';

/** The text key of a problem with the name of a factor. */
export type FactorNameProblem =
  | 'info.passkey.noti'
  | 'info.passkey.length'
  | 'factor.badName'
  | 'info.passkey.failure.duplication';

/** Guards for the name of a factor; the server has the same rules (rule 213). */
export const factorNameGuards = {
  isBlank: (_: unknown, name: string) => normalisedFactorName(name) === '',
  isTooLong: (_: unknown, name: string) => isNameTooLong(name),
  hasHiddenCharacters: (_: unknown, name: string) => hasHiddenCharacters(name),
  /** Another factor of the person has this name (rule 213). */
  isDuplicate: (_: unknown, answer: Result<unknown>) =>
    !answer.ok && answer.failure.kind === 'rejected' && codeOf(answer.failure) === 'nameTaken',
};

type SubmitArgs = { readonly event: { readonly name: string } };
type DoneArgs = { readonly event: { readonly output: Result<unknown> } };

const nameIn = ({ event }: SubmitArgs): string => event.name;

/** Transitions for invalid names, in the order of the checks. */
export const INVALID_NAME_TRANSITIONS = [
  {
    guard: { type: 'isBlank', params: nameIn },
    actions: { type: 'setProblem', params: 'info.passkey.noti' },
  },
  {
    guard: { type: 'isTooLong', params: nameIn },
    actions: { type: 'setProblem', params: 'info.passkey.length' },
  },
  {
    guard: { type: 'hasHiddenCharacters', params: nameIn },
    actions: { type: 'setProblem', params: 'factor.badName' },
  },
] as const;

/** Transition for a name that is already in use. */
export const DUPLICATE_NAME_TRANSITION = {
  guard: { type: 'isDuplicate', params: ({ event }: DoneArgs) => event.output },
  target: 'naming',
  actions: { type: 'setProblem', params: 'info.passkey.failure.duplication' },
} as const;
