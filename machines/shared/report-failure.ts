import { failureOf, type Result, UNEXPECTED } from './result.ts';

/** Action: stores why a call failed, for the next state to show. */
export const reportFailure = {
  type: 'setFailure',
  params: ({ event }: { readonly event: { readonly output: Result<unknown> } }) => failureOf(event.output),
} as const;

/** Action: stores an unexpected failure of a port. */
export const reportUnexpected = { type: 'setFailure', params: UNEXPECTED } as const;
