import { assign, setup } from 'xstate';
import type { LoginResult } from '#machines/shared/domain.ts';
import { isOutdated, type MethodOutcome, outcomeOf } from '#machines/shared/outcome.ts';
import type { PasskeyAnswer, PasskeyRequest, PasskeySupport } from '#machines/shared/passkey.ts';
import { port } from '#machines/shared/port.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';

export type PasskeyInput = {
  readonly userId: string;
  readonly clientId: string;
  readonly support: PasskeySupport;
  readonly isFixed: boolean;
  readonly alwaysSend: boolean;
  /** Whether the browser is asked without a press, once per visit (decisions 78 and 102). */
  readonly startsAlone: boolean;
  readonly hasOtherMethods: boolean;
  /** An assertion that was given at the ID entry already; null when there is none. */
  readonly assertion: string | null;
};

export type PasskeyEvent =
  | { readonly type: 'passkey.request'; readonly always: boolean; readonly alwaysSend: boolean }
  | { readonly type: 'method.change' }
  | { readonly type: 'failure.dismissed' };

type Boxes = { readonly always: boolean; readonly alwaysSend: boolean };

type PasskeyContext = PasskeyInput & {
  readonly boxes: Boxes;
  readonly request: PasskeyRequest | null;
  /** Whether the person has let the browser's question go. */
  readonly isCancelled: boolean;
  /** Why no assertion came about. */
  readonly startFailure: Failure | null;
  /** Why the assertion did not end the login. */
  readonly failure: Failure | null;
  readonly outcome: MethodOutcome;
};

type StartAnswer = Result<PasskeyRequest>;
type LoginAnswer = Result<LoginResult>;

/** The passkey of a person who is known (spec section 2, "Passkey login screen"; decisions 90 to 92). */
export const passkeyMachine = setup({
  types: {
    context: {} as PasskeyContext,
    events: {} as PasskeyEvent,
    input: {} as PasskeyInput,
    output: {} as MethodOutcome,
    tags: {} as 'busy' | 'proving',
  },
  actors: {
    /** What the server wants to have signed by a passkey of this person. */
    startAssertion: port<StartAnswer, { userId: string; clientId: string }>('passkey.startAssertion'),
    /** The browser asks the person. */
    askPasskey: port<PasskeyAnswer, { request: PasskeyRequest }>('passkey.askPasskey'),
    logIn: port<LoginAnswer, { userId: string; assertion: string } & Boxes>('passkey.logIn'),
  },
  guards: {
    hasAssertion: ({ context }) => context.assertion !== null,
    startsByItself: ({ context }) => context.startsAlone && context.support === 'supported',
    isSupported: ({ context }) => context.support === 'supported',
    hasOtherMethods: ({ context }) => context.hasOtherMethods,
    isStarted: (_, answer: StartAnswer) => answer.ok,
    isStartOutdated: (_, answer: StartAnswer) => isOutdated(answer),
    isGiven: (_, answer: PasskeyAnswer) => answer.kind === 'given',
    isCancelled: (_, answer: PasskeyAnswer) => answer.kind === 'cancelled',
    endsLogin: (_, answer: LoginAnswer) => outcomeOf(answer) !== null,
  },
  actions: {
    noteBoxes: assign((_, boxes: Boxes) => ({ boxes, isCancelled: false })),
    noteRequest: assign((_, answer: StartAnswer) => (answer.ok ? { request: answer.value } : {})),
    noteAssertion: assign((_, answer: PasskeyAnswer) =>
      answer.kind === 'given' ? { assertion: answer.assertion } : {},
    ),
    dropRequest: assign({ request: null }),
    dropAssertion: assign({ assertion: null }),
    noteCancelled: assign({ isCancelled: true }),
    noteStartFailure: assign((_, startFailure: Failure) => ({ startFailure })),
    noteFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ startFailure: null, failure: null }),
    wantOther: assign({ outcome: { reason: 'other' } as const }),
    wantRenewal: assign({ outcome: { reason: 'outdated' } as const }),
    noteOutcome: assign((_, answer: LoginAnswer) => {
      const outcome = outcomeOf(answer);
      return outcome ? { outcome } : {};
    }),
  },
}).createMachine({
  id: 'passkey',
  context: ({ input }) => ({
    ...input,
    boxes: { always: input.isFixed, alwaysSend: input.alwaysSend },
    request: null,
    isCancelled: false,
    startFailure: null,
    failure: null,
    outcome: { reason: 'other' },
  }),
  initial: 'opening',
  output: ({ context }) => context.outcome,
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
        'passkey.request': {
          guard: 'isSupported',
          target: 'asserting',
          actions: {
            type: 'noteBoxes',
            params: ({ event }) => ({ always: event.always, alwaysSend: event.alwaysSend }),
          },
        },
        'method.change': { guard: 'hasOtherMethods', target: 'done', actions: 'wantOther' },
      },
    },
    asserting: {
      description: 'The way to a signature of the passkey. Leaving it takes the browser’s question away.',
      tags: 'busy',
      exit: 'dropRequest',
      on: {
        'method.change': { guard: 'hasOtherMethods', target: 'done', actions: 'wantOther' },
      },
      initial: 'starting',
      states: {
        starting: {
          description: 'The server says what the passkey has to sign.',
          invoke: {
            id: 'startAssertion',
            src: 'startAssertion',
            input: ({ context }) => ({ userId: context.userId, clientId: context.clientId }),
            onDone: [
              {
                guard: { type: 'isStarted', params: ({ event }) => event.output },
                target: 'asking',
                actions: { type: 'noteRequest', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isStartOutdated', params: ({ event }) => event.output },
                target: '#passkey.done',
                actions: 'wantRenewal',
              },
              {
                target: '#passkey.refused',
                actions: {
                  type: 'noteStartFailure',
                  params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
                },
              },
            ],
            onError: {
              target: '#passkey.refused',
              actions: { type: 'noteStartFailure', params: UNEXPECTED },
            },
          },
        },
        asking: {
          description: 'The browser asks for fingerprint, face, PIN or security key.',
          invoke: {
            id: 'askPasskey',
            src: 'askPasskey',
            input: ({ context: { request } }) => {
              if (!request) throw new Error('The browser is asked only with a request of the server');
              return { request };
            },
            onDone: [
              {
                guard: { type: 'isGiven', params: ({ event }) => event.output },
                target: '#passkey.finishing',
                actions: { type: 'noteAssertion', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'isCancelled', params: ({ event }) => event.output },
                target: '#passkey.ready',
                actions: 'noteCancelled',
              },
              {
                target: '#passkey.refused',
                actions: { type: 'noteStartFailure', params: UNEXPECTED },
              },
            ],
            onError: {
              target: '#passkey.refused',
              actions: { type: 'noteStartFailure', params: UNEXPECTED },
            },
          },
        },
      },
    },
    finishing: {
      description: 'The server verifies the signature and finishes the login.',
      tags: ['busy', 'proving'],
      exit: 'dropAssertion',
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ context: { userId, assertion, boxes } }) => ({
          userId,
          assertion: assertion ?? '',
          ...boxes,
        }),
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
      description: 'A dialog says why the passkey did not lead on and what to do next.',
      on: { 'failure.dismissed': { target: 'ready', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type PasskeyMachine = typeof passkeyMachine;
