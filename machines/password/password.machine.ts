import { assertEvent, assign, setup } from 'xstate';
import {
  checkboxesTransition,
  dismissTransition,
  INITIAL_LOGIN_CONTEXT,
  loginActions,
  loginGuards,
  loginPorts,
  loginState,
  type MethodContext,
  type MethodEvent,
  type MethodInput,
  type MethodTag,
} from '#machines/shared/login.ts';
import { isOutdated, type MethodOutcome, requireOutcome } from '#machines/shared/outcome.ts';
import { port } from '#machines/shared/port.ts';
import { failureOf, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

/** `gate`: the password unlocks the other methods; `login`: the password alone completes the first step (rules 52, 53). */
export type PasswordMode = 'gate' | 'login';

export type PasswordInput = MethodInput & { readonly mode: PasswordMode };

export type PasswordEvent =
  | MethodEvent
  | { readonly type: 'password.submitted'; readonly password: string }
  | { readonly type: 'password.edited' }
  | { readonly type: 'password.back' };

type PasswordContext = MethodContext & PasswordInput & { readonly problem: 'info.enter.pw' | null };

type ActionArgs = { readonly context: PasswordContext; readonly event: PasswordEvent };

type GateCallInput = {
  readonly userId: string;
  readonly password: string;
  readonly clientId: string;
  readonly policyId: string;
};

/** The password screen, as the password gate or as a method of the login (spec section 2). */
export const passwordMachine = setup({
  types: {
    context: {} as PasswordContext,
    events: {} as PasswordEvent,
    input: {} as PasswordInput,
    output: {} as MethodOutcome,
    tags: {} as MethodTag,
  },
  actors: {
    ...loginPorts('password'),
    /** Verifies the password of the gate with POST /login/password, which does not complete the login. */
    provePassword: port<Result<unknown>, GateCallInput>('password.provePassword'),
  },
  guards: {
    ...loginGuards,
    isBlank: (_: unknown, password: string) => password === '',
    isGate: ({ context }: ActionArgs) => context.mode === 'gate',
    hasSucceeded: (_: unknown, answer: Result<unknown>) => answer.ok,
    isOutdated: (_: unknown, answer: Result<unknown>) => isOutdated(answer),
  },
  actions: {
    ...loginActions<PasswordContext, PasswordEvent>(),
    setBlankProblem: assign({ problem: 'info.enter.pw' }),
    clearProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'password',
  context: ({ input }) => ({ ...input, ...INITIAL_LOGIN_CONTEXT, problem: null }),
  initial: 'entering',
  output: ({ context }) => requireOutcome(context),
  on: { 'boxes.changed': checkboxesTransition },
  states: {
    entering: {
      description: 'Waits for the password.',
      on: {
        'password.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.password }, actions: 'setBlankProblem' },
          { guard: 'isGate', target: 'proving', actions: 'clearProblem' },
          { target: 'loggingIn', actions: 'clearProblem' },
        ],
        'password.edited': { actions: 'clearProblem' },
        'password.back': { target: 'done', actions: { type: 'end', params: { reason: 'back' } } },
        'method.change': {
          guard: 'hasOtherMethods',
          target: 'done',
          actions: { type: 'end', params: { reason: 'other' } },
        },
      },
    },
    proving: {
      description: 'The server checks the password that opens the other methods.',
      tags: 'busy',
      invoke: {
        id: 'provePassword',
        src: 'provePassword',
        input: ({ context: { userId, login }, event }) => {
          assertEvent(event, 'password.submitted');
          const { clientId, policyId } = login;
          return { userId, password: event.password, clientId, policyId };
        },
        onDone: [
          {
            guard: { type: 'hasSucceeded', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'end', params: { reason: 'passed' } },
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'end', params: { reason: 'outdated' } },
          },
          {
            target: 'refused',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: { target: 'refused', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    loggingIn: loginState({
      description: 'The server checks the password and finishes the login.',
      proofOf: ({ event }: ActionArgs) => {
        assertEvent(event, 'password.submitted');
        return { tokenCode: TYPE_CODES.password, secret: event.password };
      },
      done: '#password.done',
      refused: '#password.refused',
    }),
    refused: {
      description: 'A dialog says why the login did not succeed and what to do next.',
      ...dismissTransition('entering'),
    },
    done: { type: 'final' },
  },
});

export type PasswordMachine = typeof passwordMachine;
