import { assign, setup } from 'xstate';
import type { SecondStepTokens } from '#machines/shared/domain.ts';
import type { Policy } from '#machines/shared/policy.ts';
import { port } from '#machines/shared/port.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';

/** Who the server knows the person as, and the policy that applies to them. */
export type Identified = {
  readonly userId: string;
  readonly policy: Policy;
  /** The session has the first step done already: only the second is asked (decision 156). */
  readonly secondStep?: SecondStepTokens;
};

export type IdentityInput = {
  /** Empty when no client service is known. */
  readonly clientId: string;
  /** Fills the field; the person can change it (decision 44). */
  readonly userId: string;
  /** Why the person is back at the ID entry, when a former answer says so. */
  readonly failure: Failure | null;
  /** Whether there are services to start from although none is known (decision 157). */
  readonly mustChooseService: boolean;
};

export type IdentityEvent =
  | { readonly type: 'identity.submitted'; readonly userId: string }
  | { readonly type: 'identity.edited' };

type IdentityContext = Omit<IdentityInput, 'failure'> & {
  readonly failure: Failure | null;
  /** Message key of what is wrong with the field; null when nothing is. */
  readonly problem: 'info.enter.id' | null;
  readonly identified: Identified | null;
};

type PolicyAnswer = Result<Identified>;

/** ID entry on /login and /first (spec sections 2 and 4, decision 21). */
export const identityMachine = setup({
  types: {
    context: {} as IdentityContext,
    events: {} as IdentityEvent,
    input: {} as IdentityInput,
    output: {} as Identified,
    tags: {} as 'busy',
  },
  actors: {
    checkPolicy: port<PolicyAnswer, { userId: string; clientId: string }>('identity.checkPolicy'),
  },
  guards: {
    mustChooseService: ({ context }) => context.mustChooseService,
    isBlank: (_, userId: string) => userId.trim() === '',
    isIdentified: (_, answer: PolicyAnswer) => answer.ok,
  },
  actions: {
    noteBlank: assign({ problem: 'info.enter.id' as const, failure: null }),
    noteTyped: assign((_, userId: string) => ({ userId: userId.trim(), problem: null, failure: null })),
    noteIdentified: assign((_, answer: PolicyAnswer) => (answer.ok ? { identified: answer.value } : {})),
    noteFailure: assign((_, failure: Failure) => ({ failure })),
    clearProblem: assign({ problem: null, failure: null }),
  },
}).createMachine({
  id: 'identity',
  context: ({ input }) => ({ ...input, problem: null, identified: null }),
  initial: 'opening',
  output: ({ context }) => {
    if (!context.identified) throw new Error('The ID entry ended without an identity');
    return context.identified;
  },
  states: {
    opening: {
      description: 'Decides whether there is a service to sign in to.',
      always: [{ guard: 'mustChooseService', target: 'unserved' }, { target: 'entering' }],
    },
    unserved: {
      description: 'No service asked for a login: the person starts from one of the services.',
    },
    entering: {
      description: 'Waits for the ID.',
      on: {
        'identity.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.userId }, actions: 'noteBlank' },
          { target: 'checking', actions: { type: 'noteTyped', params: ({ event }) => event.userId } },
        ],
        'identity.edited': { actions: 'clearProblem' },
      },
    },
    checking: {
      description: 'Asks the server which policy applies to this ID.',
      tags: 'busy',
      invoke: {
        id: 'checkPolicy',
        src: 'checkPolicy',
        input: ({ context }) => ({ userId: context.userId, clientId: context.clientId }),
        onDone: [
          {
            guard: { type: 'isIdentified', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'noteIdentified', params: ({ event }) => event.output },
          },
          {
            target: 'entering',
            actions: {
              type: 'noteFailure',
              params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
            },
          },
        ],
        onError: { target: 'entering', actions: { type: 'noteFailure', params: UNEXPECTED } },
      },
    },
    done: { type: 'final' },
  },
});

export type IdentityMachine = typeof identityMachine;
