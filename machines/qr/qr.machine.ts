import { assign, setup } from 'xstate';
import type { LoginResult } from '#machines/shared/domain.ts';
import { isOutdated, type MethodOutcome, outcomeOf } from '#machines/shared/outcome.ts';
import { port, UnprovidedPortError } from '#machines/shared/port.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { QR_APPROVAL_LIFETIME } from '#wire/qr-login.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { type PolledCheck, refusalOf, verdictOf } from './verdict.ts';

/** How often the server is asked, in milliseconds from one question to the next (spec section 4, decision 86). */
export const QR_PACE = 1000;

/** A code that can be scanned. */
export type DrawnQr = {
  readonly qrId: string;
  /** The text of the picture. */
  readonly qr: string;
  /** When the answer came, in epoch milliseconds. */
  readonly at: number;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

/** A code that an earlier visit has drawn. */
export type PendingQr = {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly validUntil: number;
};

export type QrInput = {
  /** Empty when anybody may approve: then the approval says who signs in (decision 89). */
  readonly userId: string;
  /** Id of a code that was approved before the password came; null when there is none. */
  readonly approvedId: string | null;
  /** The code that a reload has interrupted; null when there is none (decision 103). */
  readonly pending: PendingQr | null;
  /** Whether there is another method to change to; a person who is not known goes back to the ID entry. */
  readonly hasOtherMethods: boolean;
};

/** For whom a code is wanted, and the one that may be shown again. */
export type QrWish = Pick<QrInput, 'userId' | 'pending'>;

export type QrEvent =
  | { readonly type: 'qr.refresh' }
  | { readonly type: 'qr.leave' }
  | { readonly type: 'failure.dismissed' };

type QrContext = QrInput & {
  readonly drawn: DrawnQr | null;
  /** Epoch milliseconds at which the code is void; null while there is none. */
  readonly deadline: number | null;
  /** Milliseconds that were left when the code came or was recalled. */
  readonly remaining: number;
  readonly isOver: boolean;
  readonly failure: Failure | null;
  readonly outcome: MethodOutcome;
};

type DrawAnswer = Result<DrawnQr>;
type LoginAnswer = Result<LoginResult>;

/**
 * Login by a QR code that the mobile app scans (spec sections 2 and 4, "QR"). Both steps use it: the ports
 * know which calls are theirs.
 */
export const qrMachine = setup({
  types: {
    context: {} as QrContext,
    events: {} as QrEvent,
    input: {} as QrInput,
    output: {} as MethodOutcome,
    tags: {} as 'busy' | 'proving' | 'drawing' | 'blank',
  },
  actors: {
    /** A new code, or the one that a reload has interrupted while it can be scanned. */
    drawQr: port<DrawAnswer, QrWish>('qr.drawQr'),
    askCheck: port<PolledCheck, { qrId: string }>('qr.askCheck'),
    logIn: port<LoginAnswer, { userId: string; qrId: string }>('qr.logIn'),
  },
  guards: {
    isApproved: ({ context }) => context.approvedId !== null,
    isDrawn: (_, answer: DrawAnswer) => answer.ok,
    isOutdatedDraw: (_, answer: DrawAnswer) => isOutdated(answer),
    isStrangerApproved: ({ context }, polled: PolledCheck) => verdictOf(context, polled) === 'recognised',
    isPersonApproved: ({ context }, polled: PolledCheck) => verdictOf(context, polled) === 'approved',
    isRefused: ({ context }, polled: PolledCheck) => verdictOf(context, polled) === 'refused',
    isOutdatedCheck: ({ context }, polled: PolledCheck) => verdictOf(context, polled) === 'outdated',
    isVoid: ({ context }, polled: PolledCheck) => verdictOf(context, polled) === 'void',
    isOver: ({ context }) => context.isOver,
    mayLeave: ({ context }) => context.userId === '' || context.hasOtherMethods,
    endsLogin: (_, answer: LoginAnswer) => outcomeOf(answer) !== null,
  },
  delays: { codeLifetime: ({ context }) => context.remaining, pollPace: QR_PACE },
  actions: {
    noteDrawn: assign((_, answer: DrawAnswer) =>
      answer.ok
        ? {
            drawn: answer.value,
            pending: null,
            deadline: answer.value.validUntil,
            remaining: answer.value.validUntil - answer.value.at,
            isOver: false,
          }
        : {},
    ),
    /** Keeps the code where a reload finds it, or forgets it (decision 103); provided with the ports. */
    keepPending: (_, _code: DrawnQr | null) => {
      throw new UnprovidedPortError('qr.keepPending');
    },
    noteOver: assign({ isOver: true }),
    dropCode: assign({ drawn: null, deadline: null }),
    noteApproved: assign(({ context }) => ({ approvedId: context.drawn?.qrId ?? null })),
    dropApproval: assign({ approvedId: null }),
    noteRecognised: assign(({ context }, polled: PolledCheck) => ({
      outcome: {
        reason: 'recognised' as const,
        userId: polled.answer.ok ? polled.answer.value.userId : '',
        pending: {
          tokenCode: TOKEN_CODES.qr,
          kind: 'approval' as const,
          id: context.drawn?.qrId ?? '',
          validUntil: polled.at + QR_APPROVAL_LIFETIME,
        },
      },
    })),
    noteFailure: assign((_, failure: Failure) => ({ failure })),
    noteRefusal: assign(({ context }, polled: PolledCheck) => ({ failure: refusalOf(context, polled) })),
    clearFailure: assign({ failure: null }),
    wantOther: assign(({ context }) => ({
      outcome: { reason: context.userId === '' ? ('back' as const) : ('other' as const) },
    })),
    wantRenewal: assign({ outcome: { reason: 'outdated' } as const }),
    noteOutcome: assign((_, answer: LoginAnswer) => {
      const outcome = outcomeOf(answer);
      return outcome ? { outcome } : {};
    }),
  },
}).createMachine({
  id: 'qr',
  context: ({ input }) => ({
    ...input,
    drawn: null,
    deadline: null,
    remaining: 0,
    isOver: false,
    failure: null,
    outcome: { reason: 'back' },
  }),
  initial: 'opening',
  output: ({ context }) => context.outcome,
  states: {
    opening: {
      description: 'A code that was approved before the password came is used; otherwise one is drawn.',
      always: [{ guard: 'isApproved', target: 'loggingIn' }, { target: 'drawing' }],
    },
    drawing: {
      description: 'The server makes a code. One that a reload has interrupted is shown again instead.',
      entry: 'dropCode',
      tags: 'drawing',
      invoke: {
        id: 'drawQr',
        src: 'drawQr',
        input: ({ context: { userId, pending } }) => ({ userId, pending }),
        onDone: [
          {
            guard: { type: 'isDrawn', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'noteDrawn', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOutdatedDraw', params: ({ event }) => event.output },
            target: 'done',
            actions: 'wantRenewal',
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
      on: { 'qr.leave': { guard: 'mayLeave', target: 'done', actions: 'wantOther' } },
    },
    shown: {
      description: 'The code and the server’s word on it go on side by side.',
      type: 'parallel',
      entry: { type: 'keepPending', params: ({ context }) => context.drawn },
      exit: { type: 'keepPending', params: null },
      on: { 'qr.leave': { guard: 'mayLeave', target: 'done', actions: 'wantOther' } },
      states: {
        code: {
          description: 'The picture on the screen.',
          initial: 'valid',
          states: {
            valid: {
              description: 'The code can be scanned; the countdown runs.',
              after: { codeLifetime: { target: 'expired', actions: 'noteOver' } },
            },
            expired: {
              description:
                'The time of the code is over and its picture is gone. A last answer may still be on its way.',
              tags: 'blank',
              on: { 'qr.refresh': '#qr.drawing' },
            },
          },
        },
        polling: {
          description: 'The server is asked once a second, and never twice at a time.',
          initial: 'round',
          states: {
            round: {
              description: 'One question, its answer, and the pause before the next.',
              type: 'parallel',
              states: {
                request: {
                  description: 'One question and its answer.',
                  initial: 'asking',
                  states: {
                    asking: {
                      description: 'Asks whether the code was approved.',
                      invoke: {
                        id: 'askCheck',
                        src: 'askCheck',
                        input: ({ context }) => ({ qrId: context.drawn?.qrId ?? '' }),
                        onDone: [
                          {
                            guard: { type: 'isStrangerApproved', params: ({ event }) => event.output },
                            target: '#qr.done',
                            actions: { type: 'noteRecognised', params: ({ event }) => event.output },
                          },
                          {
                            guard: { type: 'isPersonApproved', params: ({ event }) => event.output },
                            target: '#qr.loggingIn',
                            actions: 'noteApproved',
                          },
                          {
                            guard: { type: 'isOutdatedCheck', params: ({ event }) => event.output },
                            target: '#qr.done',
                            actions: 'wantRenewal',
                          },
                          {
                            guard: { type: 'isRefused', params: ({ event }) => event.output },
                            target: '#qr.refused',
                            actions: { type: 'noteRefusal', params: ({ event }) => event.output },
                          },
                          {
                            guard: { type: 'isVoid', params: ({ event }) => event.output },
                            target: '#qr.blank',
                          },
                          { target: 'answered' },
                        ],
                        onError: {
                          target: '#qr.refused',
                          actions: { type: 'noteFailure', params: UNEXPECTED },
                        },
                      },
                    },
                    answered: { type: 'final' },
                  },
                },
                pace: {
                  description: 'The pause between two questions.',
                  initial: 'early',
                  states: {
                    early: {
                      description: 'It is too soon for the next question.',
                      after: { pollPace: 'due' },
                    },
                    due: { type: 'final' },
                  },
                },
              },
              onDone: [
                { guard: 'isOver', target: '#qr.blank' },
                { target: 'round', reenter: true },
              ],
            },
          },
        },
      },
    },
    blank: {
      description: 'No code is shown. The person can have a new one.',
      entry: 'dropCode',
      tags: 'blank',
      on: {
        'qr.refresh': 'drawing',
        'qr.leave': { guard: 'mayLeave', target: 'done', actions: 'wantOther' },
      },
    },
    loggingIn: {
      description: 'The approved code finishes the login.',
      tags: ['busy', 'proving'],
      entry: 'dropCode',
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ context }) => ({ userId: context.userId, qrId: context.approvedId ?? '' }),
        onDone: [
          {
            guard: { type: 'endsLogin', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'noteOutcome', params: ({ event }) => event.output },
          },
          {
            target: 'refused',
            actions: [
              {
                type: 'noteFailure',
                params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
              },
              'dropApproval',
            ],
          },
        ],
        onError: {
          target: 'refused',
          actions: [{ type: 'noteFailure', params: UNEXPECTED }, 'dropApproval'],
        },
      },
    },
    refused: {
      description: 'A dialog says why the login did not go on and what to do next.',
      entry: 'dropCode',
      on: { 'failure.dismissed': { target: 'blank', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type QrMachine = typeof qrMachine;
