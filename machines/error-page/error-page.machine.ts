import { setup } from 'xstate';

export type ErrorPageInput = {
  /** The query `reason` of the address, unchecked; only known values choose a text. */
  readonly reason: string;
  /** The result to show instead of an error (rule 46). */
  readonly result?: 'approved' | 'rejected' | 'used' | null;
};

export type ErrorPageEvent = { readonly type: 'notice.leave' };

/** The error page and the pages of a result, with a link to continue (spec section 2, rules 46, 155). */
export const errorPageMachine = setup({
  types: {
    context: {} as ErrorPageInput,
    events: {} as ErrorPageEvent,
    input: {} as ErrorPageInput,
  },
}).createMachine({
  id: 'error-page',
  context: ({ input }) => ({ result: null, ...input }),
  initial: 'shown',
  states: {
    shown: {
      description: 'Says what happened and offers the start page.',
      on: { 'notice.leave': 'done' },
    },
    done: { type: 'final' },
  },
});

export type ErrorPageMachine = typeof errorPageMachine;
