import { assertEvent, assign, setup } from 'xstate';
import type { LoginResult } from '#machines/shared/domain.ts';
import { isNullText, isOutdated, type MethodOutcome, outcomeOf } from '#machines/shared/outcome.ts';
import { port, UnprovidedPortError } from '#machines/shared/port.ts';
import { type Failure, failed, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import type { TokenCode } from '#wire/token-codes.ts';

/** How long a sent code is valid, in milliseconds (spec section 9). */
export const CODE_LIFETIME = 300_000;

/** How long before the end the person is warned, in milliseconds; the floor of the guidelines is 20 s. */
export const CODE_WARNING = 60_000;

export type SentCodeInput = {
  readonly userId: string;
  readonly clientId: string;
  /** SMS, a mail or a pair of them (spec section 2, codes 1 to 6). */
  readonly tokenCode: TokenCode;
  /** Masked contacts, one per channel. */
  readonly contacts: readonly string[];
  readonly isFixed: boolean;
  readonly alwaysSend: boolean;
  /** Whether the screen sends a code without a press, once per visit (decisions 78 and 102). */
  readonly startsAlone: boolean;
  readonly hasOtherMethods: boolean;
  /** Epoch milliseconds until which an earlier code is valid; null when none is under way (decision 79). */
  readonly validUntil: number | null;
};

export type SentCodeEvent =
  | { readonly type: 'code.send' }
  | {
      readonly type: 'code.submitted';
      readonly code: string;
      readonly always: boolean;
      readonly alwaysSend: boolean;
    }
  | { readonly type: 'code.edited' }
  | { readonly type: 'method.change' }
  | { readonly type: 'failure.dismissed' }
  /** The dialog about a code that was not sent is closed. */
  | { readonly type: 'delivery.dismissed' };

type SentCodeContext = SentCodeInput & {
  /** Lets this flow send codes and nothing else (decision 64). */
  readonly sendToken: string;
  /** Whether the token of this send is a fresh one: a refusal of a fresh token is final. */
  readonly isTokenFresh: boolean;
  /** Whether this visit has asked for a code: a screen sends by itself only once (decision 78). */
  readonly hasAsked: boolean;
  /** Milliseconds that were left when the code came or was recalled. */
  readonly remaining: number;
  /** A code that the browser read out of an SMS: the view fills the field with it. */
  readonly received: string | null;
  readonly problem: 'info.enter.otp.alert' | null;
  readonly sendFailure: Failure | null;
  readonly failure: Failure | null;
  readonly outcome: MethodOutcome;
};

/** A code is on its way; `at` is when the answer came, in epoch milliseconds. */
export type SentCode = { readonly at: number };

type TokenAnswer = Result<string>;
type SendAnswer = Result<SentCode>;
type LoginAnswer = Result<LoginResult>;

/** SMS and mail codes: sending, the time that a code is valid, and the check (spec section 4, "OTP send flow"). */
export const sentCodeMachine = setup({
  types: {
    context: {} as SentCodeContext,
    events: {} as SentCodeEvent,
    input: {} as SentCodeInput,
    output: {} as MethodOutcome,
    tags: {} as 'busy' | 'proving' | 'sending' | 'ending',
  },
  actors: {
    /** Epoch milliseconds now. */
    readClock: port<number>('otp.readClock'),
    grantSendToken: port<TokenAnswer, { userId: string; clientId: string }>('otp.grantSendToken'),
    sendCode: port<SendAnswer, { userId: string; clientId: string; tokenCode: TokenCode; sendToken: string }>(
      'otp.sendCode',
    ),
    /** The code out of an SMS, where the browser can read it (WebOTP); null where it cannot. */
    receiveSms: port<string | null, { tokenCode: TokenCode }>('otp.receiveSms'),
    logIn: port<
      LoginAnswer,
      { userId: string; tokenCode: TokenCode; code: string; always: boolean; alwaysSend: boolean }
    >('otp.logIn'),
  },
  guards: {
    hasCode: ({ context }) => context.validUntil !== null,
    wantsSendAtOnce: ({ context }) => context.startsAlone && !context.hasAsked,
    isStillValid: ({ context }, now: number) => context.validUntil !== null && context.validUntil > now,
    isGranted: (_, answer: TokenAnswer) => answer.ok,
    hasToken: ({ context }) => context.sendToken !== '',
    isSent: (_, answer: SendAnswer) => answer.ok,
    isTokenStale: ({ context }, answer: SendAnswer) =>
      !answer.ok &&
      answer.failure.kind === 'rejected' &&
      answer.failure.status === 401 &&
      !context.isTokenFresh,
    isSendOutdated: ({ context: { sendFailure } }) => sendFailure !== null && isOutdated(failed(sendFailure)),
    isBlank: (_, code: string) => code.trim() === '',
    isNullText: (_, code: string) => isNullText(code),
    hasOtherMethods: ({ context }) => context.hasOtherMethods,
    endsLogin: (_, answer: LoginAnswer) => outcomeOf(answer) !== null,
  },
  delays: {
    codeLifetime: ({ context }) => context.remaining,
    codeWarning: ({ context }) => Math.max(0, context.remaining - CODE_WARNING),
  },
  actions: {
    /** Keeps the code's deadline where a reload finds it (decision 79); provided with the ports. */
    keepPending: (_, _pending: { tokenCode: TokenCode; validUntil: number }) => {
      throw new UnprovidedPortError('otp.keepPending');
    },
    noteReceived: assign((_, received: string | null) =>
      received === null ? {} : { received, problem: null },
    ),
    noteAsked: assign({ hasAsked: true }),
    noteRemaining: assign(({ context }, now: number) => ({
      remaining: Math.max(0, (context.validUntil ?? now) - now),
    })),
    noteToken: assign((_, answer: TokenAnswer) =>
      answer.ok ? { sendToken: answer.value, isTokenFresh: true } : {},
    ),
    dropToken: assign({ sendToken: '' }),
    noteSent: assign((_, answer: SendAnswer) =>
      answer.ok
        ? { validUntil: answer.value.at + CODE_LIFETIME, remaining: CODE_LIFETIME, isTokenFresh: false }
        : {},
    ),
    noteSendFailure: assign((_, sendFailure: Failure) => ({ sendFailure, isTokenFresh: false })),
    clearSendFailure: assign({ sendFailure: null }),
    noteBlank: assign({ problem: 'info.enter.otp.alert' as const }),
    clearProblem: assign({ problem: null }),
    noteFailure: assign((_, failure: Failure) => ({ failure })),
    clearFailure: assign({ failure: null }),
    wantOther: assign({ outcome: { reason: 'other' } as const }),
    wantRenewal: assign({ outcome: { reason: 'outdated' } as const }),
    noteOutcome: assign((_, answer: LoginAnswer) => {
      const outcome = outcomeOf(answer);
      return outcome ? { outcome } : {};
    }),
  },
}).createMachine({
  id: 'sent-code',
  context: ({ input }) => ({
    ...input,
    sendToken: '',
    isTokenFresh: false,
    hasAsked: false,
    remaining: 0,
    received: null,
    problem: null,
    sendFailure: null,
    failure: null,
    outcome: { reason: 'other' },
  }),
  initial: 'working',
  output: ({ context }) => context.outcome,
  states: {
    working: {
      description: 'Sending a code and checking a typed one go on side by side.',
      type: 'parallel',
      states: {
        delivery: {
          description: 'The way of the code to the person.',
          initial: 'recalling',
          states: {
            recalling: {
              description: 'Finds out whether an earlier code is still valid.',
              invoke: {
                id: 'readClock',
                src: 'readClock',
                onDone: [
                  {
                    guard: { type: 'isStillValid', params: ({ event }) => event.output },
                    target: 'sent',
                    actions: { type: 'noteRemaining', params: ({ event }) => event.output },
                  },
                  { guard: 'wantsSendAtOnce', target: 'asking' },
                  { guard: 'hasCode', target: 'expired' },
                  { target: 'unsent' },
                ],
                onError: 'unsent',
              },
            },
            unsent: {
              description: 'No code has been sent yet.',
              on: { 'code.send': 'asking' },
            },
            asking: {
              description: 'Sends at once when leave to send is at hand.',
              entry: 'noteAsked',
              always: [{ guard: 'hasToken', target: 'sending' }, { target: 'granting' }],
            },
            granting: {
              description: 'Gets leave to send: a token that is good for nothing else.',
              tags: 'sending',
              invoke: {
                id: 'grantSendToken',
                src: 'grantSendToken',
                input: ({ context }) => ({ userId: context.userId, clientId: context.clientId }),
                onDone: [
                  {
                    guard: { type: 'isGranted', params: ({ event }) => event.output },
                    target: 'sending',
                    actions: { type: 'noteToken', params: ({ event }) => event.output },
                  },
                  {
                    target: 'undelivered',
                    actions: {
                      type: 'noteSendFailure',
                      params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
                    },
                  },
                ],
                onError: {
                  target: 'undelivered',
                  actions: { type: 'noteSendFailure', params: UNEXPECTED },
                },
              },
            },
            sending: {
              description: 'The server sends the code.',
              tags: 'sending',
              invoke: {
                id: 'sendCode',
                src: 'sendCode',
                input: ({ context: { userId, clientId, tokenCode, sendToken } }) => ({
                  userId,
                  clientId,
                  tokenCode,
                  sendToken,
                }),
                onDone: [
                  {
                    guard: { type: 'isSent', params: ({ event }) => event.output },
                    target: 'sent',
                    actions: [
                      { type: 'noteSent', params: ({ event }) => event.output },
                      {
                        type: 'keepPending',
                        params: ({ context }) => ({
                          tokenCode: context.tokenCode,
                          validUntil: context.validUntil ?? 0,
                        }),
                      },
                    ],
                  },
                  {
                    guard: { type: 'isTokenStale', params: ({ event }) => event.output },
                    target: 'granting',
                    actions: 'dropToken',
                  },
                  {
                    target: 'undelivered',
                    actions: {
                      type: 'noteSendFailure',
                      params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
                    },
                  },
                ],
                onError: {
                  target: 'undelivered',
                  actions: { type: 'noteSendFailure', params: UNEXPECTED },
                },
              },
            },
            sent: {
              description: 'A code is valid; the countdown runs.',
              initial: 'fresh',
              invoke: {
                id: 'receiveSms',
                src: 'receiveSms',
                input: ({ context }) => ({ tokenCode: context.tokenCode }),
                onDone: { actions: { type: 'noteReceived', params: ({ event }) => event.output } },
                // The code can still be typed.
                onError: {},
              },
              after: { codeLifetime: 'expired' },
              on: { 'code.send': 'asking' },
              states: {
                fresh: {
                  description: 'There is time enough.',
                  after: { codeWarning: 'ending' },
                },
                ending: {
                  description: 'The code expires soon; one press sends a new one.',
                  tags: 'ending',
                },
              },
            },
            expired: {
              description: 'The time of the code is over. A new one can be sent.',
              on: { 'code.send': 'asking' },
            },
            undelivered: {
              description: 'A dialog says why no code was sent.',
              on: {
                'delivery.dismissed': [
                  { guard: 'isSendOutdated', target: '#sent-code.done', actions: 'wantRenewal' },
                  { target: 'recalling', actions: 'clearSendFailure' },
                ],
              },
            },
          },
        },
        proof: {
          description: 'The typed code.',
          initial: 'entering',
          states: {
            entering: {
              description: 'Waits for the code.',
              on: {
                'code.submitted': [
                  { guard: { type: 'isBlank', params: ({ event }) => event.code }, actions: 'noteBlank' },
                  { guard: { type: 'isNullText', params: ({ event }) => event.code } },
                  { target: 'checking', actions: 'clearProblem' },
                ],
                'code.edited': { actions: 'clearProblem' },
                'method.change': {
                  guard: 'hasOtherMethods',
                  target: '#sent-code.done',
                  actions: 'wantOther',
                },
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
                  return {
                    userId: context.userId,
                    tokenCode: context.tokenCode,
                    code: event.code.trim(),
                    always: event.always,
                    alwaysSend: event.alwaysSend,
                  };
                },
                onDone: [
                  {
                    guard: { type: 'endsLogin', params: ({ event }) => event.output },
                    target: '#sent-code.done',
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
          },
        },
      },
    },
    done: { type: 'final' },
  },
});

export type SentCodeMachine = typeof sentCodeMachine;
