import { assertEvent, assign, setup } from 'xstate';
import type { LoginResult } from '#machines/shared/domain.ts';
import { isOutdated, type MethodOutcome } from '#machines/shared/outcome.ts';
import { port } from '#machines/shared/port.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';

/** `gate`: the password opens the other methods; `login`: it is the proof itself (decisions 52, 53). */
export type PasswordMode = 'gate' | 'login';

export type PasswordInput = {
  readonly userId: string;
  readonly mode: PasswordMode;
  /** Whether another method can be chosen in place of the password (decision 53). */
  readonly hasOtherMethods: boolean;
  /** Whether the password is this person's default method: the box starts ticked (decision 61). */
  readonly isFixed: boolean;
};

export type PasswordEvent =
  | { readonly type: 'password.submitted'; readonly password: string; readonly always: boolean }
  | { readonly type: 'password.edited' }
  | { readonly type: 'password.back' }
  | { readonly type: 'method.change' }
  | { readonly type: 'failure.dismissed' };

type PasswordContext = PasswordInput & {
  readonly problem: 'info.enter.pw' | null;
  readonly failure: Failure | null;
  readonly outcome: MethodOutcome;
};

type LoginAnswer = Result<LoginResult>;
type GateAnswer = Result<unknown>;

/** The password screen, as the gate before other methods or as the login itself (spec section 2). */
export const passwordMachine = setup({
  types: {
    context: {} as PasswordContext,
    events: {} as PasswordEvent,
    input: {} as PasswordInput,
    output: {} as MethodOutcome,
    tags: {} as 'busy' | 'proving',
  },
  actors: {
    provePassword: port<GateAnswer, { userId: string; password: string }>('password.provePassword'),
    logIn: port<LoginAnswer, { userId: string; password: string; always: boolean }>('password.logIn'),
  },
  guards: {
    isBlank: (_, password: string) => password === '',
    isGate: ({ context }) => context.mode === 'gate',
    hasOtherMethods: ({ context }) => context.hasOtherMethods,
    isAccepted: (_, answer: Result<unknown>) => answer.ok,
    isOutdated: (_, answer: Result<unknown>) => isOutdated(answer),
  },
  actions: {
    noteBlank: assign({ problem: 'info.enter.pw' as const }),
    clearProblem: assign({ problem: null }),
    noteFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    end: assign((_, reason: 'back' | 'other' | 'passed' | 'outdated') => ({ outcome: { reason } })),
    noteLogin: assign((_, answer: LoginAnswer) =>
      answer.ok ? { outcome: { reason: 'authenticated' as const, login: answer.value } } : {},
    ),
  },
}).createMachine({
  id: 'password',
  context: ({ input }) => ({ ...input, problem: null, failure: null, outcome: { reason: 'back' } }),
  initial: 'entering',
  output: ({ context }) => context.outcome,
  states: {
    entering: {
      description: 'Waits for the password.',
      on: {
        'password.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.password }, actions: 'noteBlank' },
          { guard: 'isGate', target: 'proving', actions: 'clearProblem' },
          { target: 'loggingIn', actions: 'clearProblem' },
        ],
        'password.edited': { actions: 'clearProblem' },
        'password.back': { target: 'done', actions: { type: 'end', params: 'back' } },
        'method.change': {
          guard: 'hasOtherMethods',
          target: 'done',
          actions: { type: 'end', params: 'other' },
        },
      },
    },
    proving: {
      description: 'The server checks the password that opens the other methods.',
      tags: 'busy',
      invoke: {
        id: 'provePassword',
        src: 'provePassword',
        input: ({ context, event }) => {
          assertEvent(event, 'password.submitted');
          return { userId: context.userId, password: event.password };
        },
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'end', params: 'passed' },
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'end', params: 'outdated' },
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
    loggingIn: {
      description: 'The server checks the password and finishes the login.',
      tags: ['busy', 'proving'],
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ context, event }) => {
          assertEvent(event, 'password.submitted');
          return { userId: context.userId, password: event.password, always: event.always };
        },
        onDone: [
          {
            guard: { type: 'isAccepted', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'noteLogin', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'end', params: 'outdated' },
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
      description: 'A dialog says why the login did not succeed and what to do next.',
      on: { 'failure.dismissed': { target: 'entering', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type PasswordMachine = typeof passwordMachine;
