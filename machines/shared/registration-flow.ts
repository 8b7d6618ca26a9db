import { type AnyEventObject, assign } from 'xstate';
import { isProofExpired, isTooWeak, type RegistrationOutcome } from './registration.ts';
import { type Failure, failureOf, type Result, UNEXPECTED } from './result.ts';

/** Context shared by all registration flows. */
export type RegistrationContext = {
  readonly failure: Failure | null;
  readonly outcome: RegistrationOutcome | null;
};

/** Initial context shared by all registration flows. */
export const INITIAL_REGISTRATION_CONTEXT: RegistrationContext = {
  failure: null,
  outcome: null,
};

/** An answer, and when it arrived, in epoch milliseconds. */
export type Timed<Value> = { readonly at: number; readonly answer: Result<Value> };

/** Guards shared by all registration flows. */
export const registrationGuards = {
  hasSucceeded: (_: unknown, answer: Result<unknown>) => answer.ok,
  isProofExpired: (_: unknown, answer: Result<unknown>) => isProofExpired(answer),
  isTooWeak: (_: unknown, answer: Result<unknown>) => isTooWeak(answer),
};

/** Actions shared by all registration flows. */
export function registrationActions<Context extends RegistrationContext, Event extends AnyEventObject>() {
  const assignChanges = <Params>(changes: (params: Params) => Partial<RegistrationContext>) =>
    assign<Context, Event, Params, Event, never>((_, params) => changes(params) as Partial<Context>);
  return {
    setFailure: assignChanges((failure: Failure) => ({ failure })),
    clearFailure: assignChanges((_: undefined) => ({ failure: null })),
    end: assignChanges((reason: RegistrationOutcome['reason']) => ({ outcome: { reason } })),
  };
}

type DoneArgs = { readonly event: { readonly output: Result<unknown> | Timed<unknown> } };

const answerOf = ({ event: { output } }: DoneArgs): Result<unknown> =>
  'answer' in output ? output.answer : output;

const REGISTERED_ACTION = { type: 'end', params: 'registered' } as const;

/** Transitions to the final state `ended`, because the identity proof has expired or is too weak. */
export const proofRefusalTransitions = <Ended extends string>(ended: Ended) =>
  [
    {
      guard: { type: 'isProofExpired', params: answerOf },
      target: ended,
      actions: { type: 'end', params: 'proofExpired' },
    },
    {
      guard: { type: 'isTooWeak', params: answerOf },
      target: ended,
      actions: { type: 'end', params: 'tooWeak' },
    },
  ] as const;

/** The transition after an unexpected failure; `refused` is the state of the dialog that reports the failure. */
export const unexpectedFailureTransition = <Refused extends string>(refused: Refused) =>
  ({ target: refused, actions: { type: 'setFailure', params: UNEXPECTED } }) as const;

/**
 * Transitions after a refused call. The flow ends when the identity proof has expired or is too weak; otherwise a dialog
 * shows the failure.
 * @param ended the final state
 * @param refused the state of the dialog
 */
export const refusalTransitions = <Ended extends string, Refused extends string>(
  ended: Ended,
  refused: Refused,
) =>
  [
    ...proofRefusalTransitions(ended),
    {
      target: refused,
      actions: { type: 'setFailure', params: (args: DoneArgs) => failureOf(answerOf(args)) },
    },
  ] as const;

/** Transitions after the call that registers the factor. */
export const registerTransitions = <Ended extends string, Refused extends string>(
  ended: Ended,
  refused: Refused,
) =>
  ({
    onDone: [
      { guard: { type: 'hasSucceeded', params: answerOf }, target: ended, actions: REGISTERED_ACTION },
      ...refusalTransitions(ended, refused),
    ],
    onError: unexpectedFailureTransition(refused),
  }) as const;

/** Guard: the call has succeeded. */
export const hasSucceededGuard = { type: 'hasSucceeded', params: answerOf } as const;
