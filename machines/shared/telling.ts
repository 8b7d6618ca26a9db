import { failureOf, type Result, UNEXPECTED } from './result.ts';

/** A failure is told where the flow stands then. */
export const TELL = {
  type: 'noteFailure',
  params: ({ event }: { readonly event: { readonly output: Result<unknown> } }) => failureOf(event.output),
} as const;

/** So is a port that broke. */
export const TELL_BROKEN = { type: 'noteFailure', params: UNEXPECTED } as const;
