import { setup } from 'xstate';

export type SignedInInput = {
  readonly userId: string;
  /** A service is known by whose policy the person's methods are managed. */
  readonly canManage: boolean;
};

export type SignedInEvent = { readonly type: 'overview.open' };

/** The portal's own page for somebody who is signed in: services, the overview, and signing out (rule 157). */
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
      description: 'Says who is signed in, and leads to the services, to the overview and out.',
      on: { 'overview.open': { guard: 'canManage', target: 'done' } },
    },
    done: { type: 'final' },
  },
});

export type SignedInMachine = typeof signedInMachine;
