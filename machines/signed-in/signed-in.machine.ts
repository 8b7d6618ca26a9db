import { setup } from 'xstate';

export type SignedInInput = {
  readonly userId: string;
  /** Whether there is a client, whose policy decides which methods can be managed. */
  readonly canManage: boolean;
};

export type SignedInEvent = { readonly type: 'overview.open' };

/** The portal's own page for a signed-in person: the services, the overview of their factors, and the sign-out (rule 157). */
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
