import { assign, setup } from 'xstate';
import {
  type CeremonyContext,
  ceremonyPorts,
  getAssertionState,
  type PasskeyRequestResult,
} from '#machines/shared/ceremony.ts';
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
import type { PasskeyAnswer, PasskeySupport } from '#machines/shared/passkey.ts';
import { type Failure, failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';

export type PasskeyInput = MethodInput & {
  readonly support: PasskeySupport;
  /** Whether the browser prompt opens automatically when the screen opens (rules 78 and 102). */
  readonly autoStarts: boolean;
  /** The assertion that the ID entry received; null when the person has typed the ID. */
  readonly assertion: string | null;
};

export type PasskeyEvent = MethodEvent | { readonly type: 'passkey.request' };

type PasskeyContext = MethodContext &
  PasskeyInput &
  CeremonyContext & {
    /** Whether the person has cancelled the browser prompt. */
    readonly isCancelled: boolean;
    /** Why there is no assertion. */
    readonly startFailure: Failure | null;
  };

type ActionArgs = { readonly context: PasskeyContext; readonly event: PasskeyEvent };

/** The transition after the person has chosen another method. */
const CHANGE_TRANSITIONS = {
  'method.change': {
    guard: 'hasOtherMethods',
    target: '#passkey.done',
    actions: { type: 'end', params: { reason: 'other' } },
  },
} as const;

/** Signs in with a passkey of the identified person (spec section 2, "Passkey login screen"; rules 90 to 92). */
export const passkeyMachine = setup({
  types: {
    context: {} as PasskeyContext,
    events: {} as PasskeyEvent,
    input: {} as PasskeyInput,
    output: {} as MethodOutcome,
    tags: {} as MethodTag,
  },
  actors: { ...loginPorts('passkey'), ...ceremonyPorts<{ userId: string; clientId: string }>('passkey') },
  guards: {
    ...loginGuards,
    hasAssertion: ({ context }: ActionArgs) => context.assertion !== null,
    autoStarts: ({ context }: ActionArgs) => context.autoStarts && context.support === 'supported',
    isSupported: ({ context }: ActionArgs) => context.support === 'supported',
    isStarted: (_: unknown, answer: PasskeyRequestResult) => answer.ok,
    isStartOutdated: (_: unknown, answer: PasskeyRequestResult) => isOutdated(answer),
    isGiven: (_: unknown, answer: PasskeyAnswer) => answer.kind === 'given',
    isCancelled: (_: unknown, answer: PasskeyAnswer) => answer.kind === 'cancelled',
  },
  actions: {
    ...loginActions<PasskeyContext, PasskeyEvent>(),
    startOver: assign({ isCancelled: false }),
    setRequest: assign((_, answer: PasskeyRequestResult) => (answer.ok ? { request: answer.value } : {})),
    setAssertion: assign((_, answer: PasskeyAnswer) =>
      answer.kind === 'given' ? { assertion: answer.assertion } : {},
    ),
    setCancelled: assign({ isCancelled: true }),
    setPasskeyProblem: assign((_, startFailure: Failure) => ({ startFailure })),
    dropRequest: assign({ request: null }),
    dropAssertion: assign({ assertion: null }),
    clearFailure: assign({ startFailure: null, failure: null }),
  },
}).createMachine({
  id: 'passkey',
  context: ({ input }) => ({
    ...input,
    ...INITIAL_LOGIN_CONTEXT,
    request: null,
    isCancelled: false,
    startFailure: null,
  }),
  initial: 'opening',
  output: ({ context }) => requireOutcome(context),
  on: { 'boxes.changed': checkboxesTransition },
  states: {
    opening: {
      description:
        'Continues with the assertion of the ID entry, or starts automatically if the person has chosen so.',
      always: [
        { guard: 'hasAssertion', target: 'finishing' },
        { guard: 'autoStarts', target: 'asserting' },
        { target: 'ready' },
      ],
    },
    ready: {
      description: 'Waits until the person presses the button.',
      on: {
        ...CHANGE_TRANSITIONS,
        'passkey.request': { guard: 'isSupported', target: 'asserting', actions: 'startOver' },
      },
    },
    asserting: {
      description: 'Gets a passkey assertion. Leaving the state closes the browser’s prompt.',
      tags: 'busy',
      exit: 'dropRequest',
      on: CHANGE_TRANSITIONS,
      initial: 'starting',
      states: {
        starting: {
          description: 'Requests the assertion options from the server.',
          invoke: {
            id: 'startAssertion',
            src: 'startAssertion',
            input: ({ context: { userId, login } }) => ({ userId, clientId: login.clientId }),
            onDone: [
              {
                guard: { type: 'isStarted', params: ({ event }) => event.output },
                target: 'asking',
                actions: { type: 'setRequest', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isStartOutdated', params: ({ event }) => event.output },
                target: '#passkey.done',
                actions: { type: 'end', params: { reason: 'outdated' } },
              },
              {
                target: '#passkey.refused',
                actions: { type: 'setPasskeyProblem', params: ({ event }) => failureOf(event.output) },
              },
            ],
            onError: {
              target: '#passkey.refused',
              actions: { type: 'setPasskeyProblem', params: UNEXPECTED },
            },
          },
        },
        asking: getAssertionState({
          description: 'The browser asks for fingerprint, face, PIN or security key.',
          given: '#passkey.finishing',
          cancelled: '#passkey.ready',
          failed: '#passkey.refused',
        }),
      },
    },
    finishing: {
      ...loginState({
        description: 'The server verifies the signature and finishes the login.',
        proofOf: ({ context }: ActionArgs) => ({
          tokenCode: TYPE_CODES.passkey,
          secret: context.assertion ?? '',
        }),
        done: '#passkey.done',
        refused: '#passkey.refused',
      }),
      exit: 'dropAssertion',
    },
    refused: {
      description: 'A dialog says why the passkey login failed and what to do next.',
      ...dismissTransition('ready'),
    },
    done: { type: 'final' },
  },
});

export type PasskeyMachine = typeof passkeyMachine;
