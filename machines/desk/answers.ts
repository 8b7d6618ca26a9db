import { failureOf, type Result, UNEXPECTED } from '#machines/shared/result.ts';

type Answered<Output> = { readonly event: { readonly output: Output } };

/** The answer of a port, as guards and actions take it. */
export const outputOf = <Output>({ event }: Answered<Output>): Output => event.output;

/** Nobody works at the desk any more: what is under way is kept, and the person signs in again. */
export const ifSignedOut = {
  guard: { type: 'isSignedOut', params: ({ event }: Answered<Result<unknown>>) => event.output },
  target: '#desk.signedOut',
} as const;

/** The state that shows a refusal or a failure. */
export const failedAt = <Target extends string>(target: Target) =>
  ({
    target,
    actions: {
      type: 'setFailure',
      params: ({ event }: Answered<Result<unknown>>) => failureOf(event.output),
    },
  }) as const;

/** The state that shows that a port threw. */
export const brokenAt = <Target extends string>(target: Target) =>
  ({ target, actions: { type: 'setFailure', params: UNEXPECTED } }) as const;
