import { failureOf, type Result, UNEXPECTED } from '#machines/shared/result.ts';

type DoneArgs<Output> = { readonly event: { readonly output: Output } };

/** The output of a port, as parameter of guards and actions. */
export const outputOf = <Output>({ event }: DoneArgs<Output>): Output => event.output;

/** Transition when the session has ended. */
export const signedOutTransition = {
  guard: { type: 'isSignedOut', params: ({ event }: DoneArgs<Result<unknown>>) => event.output },
  target: '#desk.signedOut',
} as const;

/** Transition to a state that shows the refusal or failure. */
export const failureTransition = <Target extends string>(target: Target) =>
  ({
    target,
    actions: {
      type: 'setFailure',
      params: ({ event }: DoneArgs<Result<unknown>>) => failureOf(event.output),
    },
  }) as const;

/** Transition to a state that shows an unexpected error of a port. */
export const unexpectedTransition = <Target extends string>(target: Target) =>
  ({ target, actions: { type: 'setFailure', params: UNEXPECTED } }) as const;
