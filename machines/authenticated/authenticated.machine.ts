import { assign, setup } from 'xstate';
import { port } from '#machines/shared/port.ts';

export type AuthenticatedInput = {
  /** The code to hand over; empty when the address had none. */
  readonly otp: string;
  /** The only origin that may receive it (decision 49). */
  readonly origin: string;
};

export type AuthenticatedEvent = { readonly type: 'authenticated.leave' };

/** Time after which a page that nobody frames offers a way on, in milliseconds (decision 49). */
export const HANDING_PATIENCE = 10_000;

/** Hands a code over to the page that frames this one (spec section 2, "Authenticated page"). */
export const authenticatedMachine = setup({
  types: {
    context: {} as AuthenticatedInput,
    events: {} as AuthenticatedEvent,
    input: {} as AuthenticatedInput,
    tags: {} as 'busy',
  },
  actors: {
    /** Whether there is a page around this one to post to. */
    postCode: port<boolean, AuthenticatedInput>('authenticated.postCode'),
  },
  guards: {
    hasCode: ({ context }) => context.otp !== '',
    isPosted: (_, hasParent: boolean) => hasParent,
  },
  delays: { handingPatience: HANDING_PATIENCE },
  actions: { forgetCode: assign({ otp: '' }) },
}).createMachine({
  id: 'authenticated',
  context: ({ input }) => input,
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Looks whether there is a code to hand over.',
      always: [{ guard: 'hasCode', target: 'posting' }, { target: 'alone' }],
    },
    posting: {
      description: 'Hands the code over and forgets it.',
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
    posted: { description: 'The page around this one has the code and goes on by itself.', tags: 'busy' },
    alone: {
      description: 'There is nothing to hand over, or nobody to take it. For a while it may still be coming.',
      tags: 'busy',
      after: { handingPatience: 'stranded' },
    },
    stranded: {
      description: 'Says that nothing goes on here and offers the login page.',
      on: { 'authenticated.leave': 'done' },
    },
    done: { type: 'final' },
  },
});

export type AuthenticatedMachine = typeof authenticatedMachine;
