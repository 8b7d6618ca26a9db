import { assign, setup } from 'xstate';
import {
  askingPasskey,
  type CeremonyContext,
  ceremonyPorts,
  type StartAnswer,
} from '#machines/shared/ceremony.ts';
import {
  boxesChange,
  LOGIN_BEGUN,
  loggingIn,
  loginActions,
  loginGuards,
  loginPorts,
  type MethodContext,
  type MethodEvent,
  type MethodInput,
  type MethodTag,
  outcomeIn,
  refusedBack,
} from '#machines/shared/login.ts';
import { isOutdated, type MethodOutcome } from '#machines/shared/outcome.ts';
import type { PasskeyAnswer, PasskeySupport } from '#machines/shared/passkey.ts';
import { type Failure, failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';

export type PasskeyInput = MethodInput & {
  readonly support: PasskeySupport;
  /** Whether the browser is asked without a press, once per visit (decisions 78 and 102). */
  readonly startsAlone: boolean;
  /** An assertion that was given at the ID entry already; null when there is none. */
  readonly assertion: string | null;
};

export type PasskeyEvent = MethodEvent | { readonly type: 'passkey.request' };

type PasskeyContext = MethodContext &
  PasskeyInput &
  CeremonyContext & {
    /** Whether the person has let the browser's question go. */
    readonly isCancelled: boolean;
    /** Why no assertion came about. */
    readonly startFailure: Failure | null;
  };

type Now = { readonly context: PasskeyContext; readonly event: PasskeyEvent };

/** The person wants another method. */
const CHANGES = {
  'method.change': {
    guard: 'hasOtherMethods',
    target: '#passkey.done',
    actions: { type: 'end', params: { reason: 'other' } },
  },
} as const;

/** The passkey of a person who is known (spec section 2, "Passkey login screen"; decisions 90 to 92). */
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
    hasAssertion: ({ context }: Now) => context.assertion !== null,
    startsByItself: ({ context }: Now) => context.startsAlone && context.support === 'supported',
    isSupported: ({ context }: Now) => context.support === 'supported',
    isStarted: (_: unknown, answer: StartAnswer) => answer.ok,
    isStartOutdated: (_: unknown, answer: StartAnswer) => isOutdated(answer),
    isGiven: (_: unknown, answer: PasskeyAnswer) => answer.kind === 'given',
    isCancelled: (_: unknown, answer: PasskeyAnswer) => answer.kind === 'cancelled',
  },
  actions: {
    ...loginActions<PasskeyContext, PasskeyEvent>(),
    beginAnew: assign({ isCancelled: false }),
    noteRequest: assign((_, answer: StartAnswer) => (answer.ok ? { request: answer.value } : {})),
    noteGiven: assign((_, answer: PasskeyAnswer) =>
      answer.kind === 'given' ? { assertion: answer.assertion } : {},
    ),
    noteCancelled: assign({ isCancelled: true }),
    noteNoPasskey: assign((_, startFailure: Failure) => ({ startFailure })),
    dropRequest: assign({ request: null }),
    dropAssertion: assign({ assertion: null }),
    clearFailure: assign({ startFailure: null, failure: null }),
  },
}).createMachine({
  id: 'passkey',
  context: ({ input }) => ({
    ...input,
    ...LOGIN_BEGUN,
    request: null,
    isCancelled: false,
    startFailure: null,
  }),
  initial: 'opening',
  output: ({ context }) => outcomeIn(context),
  on: { 'boxes.changed': boxesChange },
  states: {
    opening: {
      description:
        'Goes on with the passkey that was given at the ID entry, or starts by itself when the person wants that.',
      always: [
        { guard: 'hasAssertion', target: 'finishing' },
        { guard: 'startsByItself', target: 'asserting' },
        { target: 'ready' },
      ],
    },
    ready: {
      description: 'Waits for the press of the button.',
      on: {
        ...CHANGES,
        'passkey.request': { guard: 'isSupported', target: 'asserting', actions: 'beginAnew' },
      },
    },
    asserting: {
      description: 'The way to a signature of the passkey. Leaving it takes the browser’s question away.',
      tags: 'busy',
      exit: 'dropRequest',
      on: CHANGES,
      initial: 'starting',
      states: {
        starting: {
          description: 'The server says what the passkey has to sign.',
          invoke: {
            id: 'startAssertion',
            src: 'startAssertion',
            input: ({ context: { userId, login } }) => ({ userId, clientId: login.clientId }),
            onDone: [
              {
                guard: { type: 'isStarted', params: ({ event }) => event.output },
                target: 'asking',
                actions: { type: 'noteRequest', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isStartOutdated', params: ({ event }) => event.output },
                target: '#passkey.done',
                actions: { type: 'end', params: { reason: 'outdated' } },
              },
              {
                target: '#passkey.refused',
                actions: { type: 'noteNoPasskey', params: ({ event }) => failureOf(event.output) },
              },
            ],
            onError: { target: '#passkey.refused', actions: { type: 'noteNoPasskey', params: UNEXPECTED } },
          },
        },
        asking: askingPasskey({
          description: 'The browser asks for fingerprint, face, PIN or security key.',
          given: '#passkey.finishing',
          cancelled: '#passkey.ready',
          failed: '#passkey.refused',
        }),
      },
    },
    finishing: {
      ...loggingIn({
        description: 'The server verifies the signature and finishes the login.',
        proofOf: ({ context }: Now) => ({ tokenCode: TOKEN_CODES.passkey, secret: context.assertion ?? '' }),
        done: '#passkey.done',
        refused: '#passkey.refused',
      }),
      exit: 'dropAssertion',
    },
    refused: {
      description: 'A dialog says why the passkey did not lead on and what to do next.',
      ...refusedBack('ready'),
    },
    done: { type: 'final' },
  },
});

export type PasskeyMachine = typeof passkeyMachine;
