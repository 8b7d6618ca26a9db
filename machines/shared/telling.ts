import { failureOf, type Result, UNEXPECTED } from './result.ts';

/** Keeps why a call failed, for the state that follows to tell. */
export const TELL = {
  type: 'noteFailure',
  params: ({ event }: { readonly event: { readonly output: Result<unknown> } }) => failureOf(event.output),
} as const;

/** The same for a port that broke, where nobody knows why. */
export const TELL_BROKEN = { type: 'noteFailure', params: UNEXPECTED } as const;
