import { boxesChange, LOGIN_BEGUN, loggingIn, outcomeIn, refusedBack } from '#machines/shared/login.ts';
import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { keptCode, type Now, qrSetup } from './qr.setup.ts';
import { round } from './round.ts';

/** The person wants another method, or to type an ID. */
const LEAVES = { 'qr.leave': { guard: 'mayLeave', target: '#qr.done', actions: 'endLeft' } } as const;

/**
 * Login by a QR code that the mobile app scans (spec sections 2 and 4, "QR"). Both steps use it: the ports
 * know which calls are theirs.
 */
export const qrMachine = qrSetup.createMachine({
  id: 'qr',
  context: ({ input }) => ({ ...input, ...LOGIN_BEGUN, drawn: null, remaining: 0, isOver: false }),
  initial: 'opening',
  output: ({ context }) => outcomeIn(context),
  on: { 'boxes.changed': boxesChange },
  states: {
    opening: {
      description: 'A code that was approved before the password came is used; otherwise one is shown.',
      always: [
        { guard: 'isApproved', target: 'loggingIn' },
        { guard: 'isInterrupted', target: 'recalling' },
        { target: 'drawing' },
      ],
    },
    recalling: {
      description: 'A code that a reload has interrupted is shown again while it can be scanned.',
      tags: 'drawing',
      invoke: {
        id: 'readClock',
        src: 'readClock',
        onDone: [
          {
            guard: { type: 'isStillValid', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'recall', params: ({ event }) => event.output },
          },
          { target: 'drawing' },
        ],
        onError: 'drawing',
      },
      on: LEAVES,
    },
    drawing: {
      description: 'The server makes a code.',
      entry: 'dropCode',
      tags: 'drawing',
      invoke: {
        id: 'drawQr',
        src: 'drawQr',
        input: ({ context: { userId, app } }) => ({ userId, appName: app.name }),
        onDone: [
          {
            guard: { type: 'isDrawn', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'noteDrawn', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOutdatedDraw', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'end', params: { reason: 'outdated' } },
          },
          {
            target: 'refused',
            actions: { type: 'noteFailure', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: { target: 'refused', actions: { type: 'noteFailure', params: UNEXPECTED } },
      },
      on: LEAVES,
    },
    shown: {
      description: 'The code and the server’s word on it go on side by side.',
      type: 'parallel',
      entry: { type: 'keepPending', params: ({ context }) => keptCode(context) },
      exit: { type: 'keepPending', params: null },
      on: LEAVES,
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
          states: { round },
        },
      },
    },
    blank: {
      description: 'No code is shown. The person can have a new one.',
      entry: 'dropCode',
      tags: 'blank',
      on: { ...LEAVES, 'qr.refresh': 'drawing' },
    },
    loggingIn: {
      ...loggingIn({
        description: 'The approved code finishes the login.',
        proofOf: ({ context }: Now) => ({
          tokenCode: TOKEN_CODES.qr,
          secret: context.approvedId ?? '',
          check: 'A',
        }),
        done: '#qr.done',
        refused: '#qr.refused',
      }),
      entry: 'dropCode',
      exit: 'dropApproval',
    },
    refused: {
      description: 'A dialog says why the login did not go on and what to do next.',
      ...refusedBack('blank'),
      entry: 'dropCode',
    },
    done: { type: 'final' },
  },
});

export type QrMachine = typeof qrMachine;
