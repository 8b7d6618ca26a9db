import { setup } from 'xstate';

export type NoticeInput = {
  /** The query `reason` as it stands in the address; texts are chosen by own keys only. */
  readonly reason: string;
};

export type NoticeEvent = { readonly type: 'notice.leave' };

/** The error page: what went wrong, and a way on (spec section 2, decision 155). */
export const noticeMachine = setup({
  types: {
    context: {} as NoticeInput,
    events: {} as NoticeEvent,
    input: {} as NoticeInput,
  },
}).createMachine({
  id: 'notice',
  context: ({ input }) => ({ reason: input.reason }),
  initial: 'shown',
  states: {
    shown: {
      description: 'Says why the way ends here and offers the start.',
      on: { 'notice.leave': 'done' },
    },
    done: { type: 'final' },
  },
});

export type NoticeMachine = typeof noticeMachine;
