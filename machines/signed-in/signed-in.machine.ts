import { setup } from 'xstate';

export type SignedInInput = {
  readonly userId: string;
  /** Whether a client service is known, whose policy decides which factors can be managed. */
  readonly canManage: boolean;
};

export type SignedInEvent = { readonly type: 'overview.open' };

/** The start page of a signed-in person, with the services, the overview of the person's factors and the sign-out (rule 157). */
export const signedInMachine = setup({
  types: {
    context: {} as SignedInInput,
    events: {} as SignedInEvent,
    input: {} as SignedInInput,
  },
  guards: { canManage: ({ context }) => context.canManage },
}).createMachine({
  id: 'signed-in',
  context: ({ input }) => input,
  initial: 'shown',
  states: {
    shown: {
      description:
        'Says who is signed in, and links to the services, the overview of their factors and the sign-out.',
      on: { 'overview.open': { guard: 'canManage', target: 'done' } },
    },
    done: { type: 'final' },
  },
});

export type SignedInMachine = typeof signedInMachine;
