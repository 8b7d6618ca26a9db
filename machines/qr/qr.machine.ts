import {
  checkboxesTransition,
  dismissTransition,
  INITIAL_LOGIN_CONTEXT,
  loginState,
} from '#machines/shared/login.ts';
import { requireOutcome } from '#machines/shared/outcome.ts';
import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { APPROVED_CHECK } from './poll-meaning.ts';
import { type ActionArgs, qrSetup, storableCode } from './qr.setup.ts';
import { round } from './round.ts';

/** The transition after the person has chosen another method, or goes back to type an ID. */
const LEAVE_TRANSITIONS = {
  'qr.leave': { guard: 'mayLeave', target: '#qr.done', actions: 'endLeft' },
} as const;

/**
 * Login by a QR code that the mobile app scans (spec sections 2 and 4, "QR"). Both steps use this machine
 * with different ports.
 */
export const qrMachine = qrSetup.createMachine({
  id: 'qr',
  context: ({ input }) => ({
    ...input,
    ...INITIAL_LOGIN_CONTEXT,
    shownCode: null,
    remaining: 0,
    isExpired: false,
    hadCode: false,
  }),
  initial: 'opening',
  output: ({ context }) => requireOutcome(context),
  on: { 'boxes.changed': checkboxesTransition },
  states: {
    opening: {
      description: 'Uses a code that was approved before the password; otherwise shows a new code.',
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
            actions: { type: 'restoreCode', params: ({ event }) => event.output },
          },
          { target: 'drawing' },
        ],
        onError: 'drawing',
      },
      on: LEAVE_TRANSITIONS,
    },
    drawing: {
      description: 'The server creates a code.',
      entry: 'dropLastCode',
      tags: 'drawing',
      invoke: {
        id: 'createQr',
        src: 'createQr',
        input: ({ context: { userId, app } }) => ({ userId, appName: app.name }),
        onDone: [
          {
            guard: { type: 'isCodeCreated', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'setShownCode', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isCreationOutdated', params: ({ event }) => event.output },
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
      on: LEAVE_TRANSITIONS,
    },
    shown: {
      description: 'Shows the code and polls the server in parallel.',
      type: 'parallel',
      entry: { type: 'storePending', params: ({ context }) => storableCode(context) },
      exit: { type: 'storePending', params: null },
      on: LEAVE_TRANSITIONS,
      states: {
        code: {
          description: 'The picture on the screen.',
          initial: 'valid',
          states: {
            valid: {
              description: 'The code can be scanned; the countdown runs.',
              after: { codeLifetime: { target: 'expired', actions: 'setExpired' } },
            },
            expired: {
              description: 'The code has expired and is hidden. A last answer may still arrive.',
              tags: 'blank',
              on: { 'qr.refresh': '#qr.drawing' },
            },
          },
        },
        polling: {
          description: 'Polls the server once a second, one call at a time.',
          initial: 'round',
          states: { round },
        },
      },
    },
    blank: {
      description: 'No code is shown. The person can request a new code.',
      entry: 'dropCode',
      tags: 'blank',
      on: { ...LEAVE_TRANSITIONS, 'qr.refresh': 'drawing' },
    },
    loggingIn: {
      ...loginState({
        description: 'The approved code finishes the login.',
        proofOf: ({ context }: ActionArgs) => ({
          tokenCode: TYPE_CODES.qr,
          secret: context.approvedId ?? '',
          check: APPROVED_CHECK,
        }),
        done: '#qr.done',
        refused: '#qr.refused',
      }),
      entry: 'dropCode',
      exit: 'dropApproval',
    },
    refused: {
      description: 'A dialog says why the login failed and what to do next.',
      ...dismissTransition('blank'),
      entry: 'dropCode',
    },
    done: { type: 'final' },
  },
});

export type QrMachine = typeof qrMachine;
