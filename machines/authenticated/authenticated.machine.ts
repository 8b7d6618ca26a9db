import { assign, setup } from 'xstate';
import { port } from '#machines/shared/port.ts';

export type AuthenticatedInput = {
  /** The code to post; empty when the address has no code. */
  readonly otp: string;
  /** The only origin that may receive the code (rule 49). */
  readonly origin: string;
};

export type AuthenticatedEvent = { readonly type: 'authenticated.leave' };

/** Time after which a page that is not in a frame offers a link to continue, in milliseconds (rule 49). */
export const FRAME_TIMEOUT = 10_000;

/** Posts a code to the page whose frame contains this page (spec section 2, "Authenticated page"). */
export const authenticatedMachine = setup({
  types: {
    context: {} as AuthenticatedInput,
    events: {} as AuthenticatedEvent,
    input: {} as AuthenticatedInput,
    tags: {} as 'busy',
  },
  actors: {
    /** Posts the code. The result says whether there is a parent page. */
    postCode: port<boolean, AuthenticatedInput>('authenticated.postCode'),
  },
  guards: {
    hasCode: ({ context }) => context.otp !== '',
    isPosted: (_, hasParent: boolean) => hasParent,
  },
  delays: { frameTimeout: FRAME_TIMEOUT },
  actions: { forgetCode: assign({ otp: '' }) },
}).createMachine({
  id: 'authenticated',
  context: ({ input }) => input,
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Checks whether there is a code to post.',
      always: [{ guard: 'hasCode', target: 'posting' }, { target: 'alone' }],
    },
    posting: {
      description: 'Posts the code to the parent page and forgets it.',
      tags: 'busy',
      exit: 'forgetCode',
      invoke: {
        id: 'postCode',
        src: 'postCode',
        input: ({ context }) => context,
        onDone: [
          { guard: { type: 'isPosted', params: ({ event }) => event.output }, target: 'posted' },
          { target: 'alone' },
        ],
        onError: 'alone',
      },
    },
    posted: {
      description: 'The parent page has received the code and continues automatically.',
      tags: 'busy',
    },
    alone: {
      description: 'There is no code to post, or no parent page. A message follows after a while.',
      tags: 'busy',
      after: { frameTimeout: 'stranded' },
    },
    stranded: {
      description: 'Says that this page cannot continue and offers the login page.',
      on: { 'authenticated.leave': 'done' },
    },
    done: { type: 'final' },
  },
});

export type AuthenticatedMachine = typeof authenticatedMachine;
