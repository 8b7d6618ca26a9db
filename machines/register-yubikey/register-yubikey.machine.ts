import { assertEvent, assign, setup } from 'xstate';
import { port } from '#machines/shared/port.ts';
import {
  isUnproved,
  type RegistrationInput,
  type RegistrationOutcome,
} from '#machines/shared/registration.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';

export type RegisterYubikeyInput = RegistrationInput;

export type RegisterYubikeyEvent =
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.edited' }
  | { readonly type: 'registration.back' }
  | { readonly type: 'failure.dismissed' };

type RegisterYubikeyContext = RegisterYubikeyInput & {
  readonly problem: 'info.yubikey.invalid' | null;
  readonly failure: Failure | null;
  readonly outcome: RegistrationOutcome;
};

type Answer = Result<unknown>;

/** What a touch types (spec section 5). */
const CHARACTERS = 44;

/** Registers a Yubikey by one touch (decision 212). */
export const registerYubikeyMachine = setup({
  types: {
    context: {} as RegisterYubikeyContext,
    events: {} as RegisterYubikeyEvent,
    input: {} as RegisterYubikeyInput,
    output: {} as RegistrationOutcome,
    tags: {} as 'busy',
  },
  actors: {
    mapKey: port<Answer, { userId: string; token: string; code: string }>('register-yubikey.mapKey'),
  },
  guards: {
    isNoCode: (_, code: string) => code.trim().length !== CHARACTERS,
    isRegistered: (_, answer: Answer) => answer.ok,
    isUnproved: (_, answer: Answer) => isUnproved(answer),
  },
  actions: {
    noteProblem: assign({ problem: 'info.yubikey.invalid' as const }),
    clearProblem: assign({ problem: null }),
    noteFailure: assign((_, answer: Answer | null) => ({
      failure: answer && !answer.ok ? answer.failure : UNEXPECTED,
    })),
    clearFailure: assign({ failure: null }),
    end: assign((_, reason: RegistrationOutcome['reason']) => ({ outcome: { reason } })),
  },
}).createMachine({
  id: 'register-yubikey',
  context: ({ input }) => ({ ...input, problem: null, failure: null, outcome: { reason: 'back' } }),
  initial: 'entering',
  output: ({ context }) => context.outcome,
  states: {
    entering: {
      description: 'Waits for the 44 characters that a touch of the key types.',
      on: {
        'code.submitted': [
          { guard: { type: 'isNoCode', params: ({ event }) => event.code }, actions: 'noteProblem' },
          { target: 'mapping', actions: 'clearProblem' },
        ],
        'code.edited': { actions: 'clearProblem' },
        'registration.back': 'done',
      },
    },
    mapping: {
      description: 'The server binds the key to the person.',
      tags: 'busy',
      invoke: {
        id: 'mapKey',
        src: 'mapKey',
        input: ({ context: { userId, token }, event }) => {
          assertEvent(event, 'code.submitted');
          return { userId, token, code: event.code.trim() };
        },
        onDone: [
          {
            guard: { type: 'isRegistered', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'end', params: 'registered' },
          },
          {
            guard: { type: 'isUnproved', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'end', params: 'unproved' },
          },
          { target: 'refused', actions: { type: 'noteFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: { type: 'noteFailure', params: null } },
      },
    },
    refused: {
      description: 'A dialog says why the key was not registered. The field is empty: a touch is good once.',
      on: { 'failure.dismissed': { target: 'entering', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type RegisterYubikeyMachine = typeof registerYubikeyMachine;
