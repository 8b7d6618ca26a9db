import { assertEvent, assign, setup } from 'xstate';
import type { LoginResult } from '#machines/shared/domain.ts';
import { type MethodOutcome, outcomeOf } from '#machines/shared/outcome.ts';
import { port } from '#machines/shared/port.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';

export type EmergencyInput = {
  readonly userId: string;
  readonly hasOtherMethods: boolean;
};

export type EmergencyEvent =
  | { readonly type: 'code.submitted'; readonly code: string }
  | { readonly type: 'code.edited' }
  | { readonly type: 'method.change' }
  | { readonly type: 'failure.dismissed' };

type EmergencyContext = EmergencyInput & {
  readonly problem: 'info.enter.otp.alert' | null;
  readonly failure: Failure | null;
  readonly outcome: MethodOutcome;
};

type LoginAnswer = Result<LoginResult>;

/** The temporary code that an administrator issues (spec section 2, "Emergency-code screen"). */
export const emergencyMachine = setup({
  types: {
    context: {} as EmergencyContext,
    events: {} as EmergencyEvent,
    input: {} as EmergencyInput,
    output: {} as MethodOutcome,
    tags: {} as 'busy' | 'proving',
  },
  actors: {
    logIn: port<LoginAnswer, { userId: string; code: string }>('emergency.logIn'),
  },
  guards: {
    isBlank: (_, code: string) => code.trim() === '',
    hasOtherMethods: ({ context }) => context.hasOtherMethods,
    endsLogin: (_, answer: LoginAnswer) => outcomeOf(answer) !== null,
  },
  actions: {
    noteBlank: assign({ problem: 'info.enter.otp.alert' as const }),
    clearProblem: assign({ problem: null }),
    noteFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    wantOther: assign({ outcome: { reason: 'other' } as const }),
    noteOutcome: assign((_, answer: LoginAnswer) => {
      const outcome = outcomeOf(answer);
      return outcome ? { outcome } : {};
    }),
  },
}).createMachine({
  id: 'emergency',
  context: ({ input }) => ({ ...input, problem: null, failure: null, outcome: { reason: 'other' } }),
  initial: 'entering',
  output: ({ context }) => context.outcome,
  states: {
    entering: {
      description: 'Waits for the temporary code.',
      on: {
        'code.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.code }, actions: 'noteBlank' },
          { target: 'checking', actions: 'clearProblem' },
        ],
        'code.edited': { actions: 'clearProblem' },
        'method.change': { guard: 'hasOtherMethods', target: 'done', actions: 'wantOther' },
      },
    },
    checking: {
      description: 'The server checks the code and finishes the login.',
      tags: ['busy', 'proving'],
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ context, event }) => {
          assertEvent(event, 'code.submitted');
          return { userId: context.userId, code: event.code.trim() };
        },
        onDone: [
          {
            guard: { type: 'endsLogin', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'noteOutcome', params: ({ event }) => event.output },
          },
          {
            target: 'refused',
            actions: {
              type: 'noteFailure',
              params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
            },
          },
        ],
        onError: { target: 'refused', actions: { type: 'noteFailure', params: UNEXPECTED } },
      },
    },
    refused: {
      description: 'A dialog says why the code was not accepted and what to do next.',
      on: { 'failure.dismissed': { target: 'entering', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type EmergencyMachine = typeof emergencyMachine;
