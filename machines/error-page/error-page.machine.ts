import { setup } from 'xstate';

export type ErrorPageInput = {
  /** The query parameter `reason` of the address, not validated. For an unknown value, a general text is shown. */
  readonly reason: string;
  /** The result that is shown instead of an error (rule 46). */
  readonly result?: 'approved' | 'rejected' | 'used' | null;
};

export type ErrorPageEvent = { readonly type: 'notice.leave' };

/** The error page, and the pages about an application for service use (spec section 2, rules 46, 155). */
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
