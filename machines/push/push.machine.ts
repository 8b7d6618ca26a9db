import { boxesChange, LOGIN_BEGUN, loggingIn, outcomeIn } from '#machines/shared/login.ts';
import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { askedPush, type Now, pushSetup } from './push.setup.ts';
import { round } from './round.ts';

const OTHER = { type: 'end', params: { reason: 'other' } } as const;
const LEFT = { type: 'end', params: { reason: 'left' } } as const;

/** The person, or the address bar, wants another screen. */
const LEAVES = {
  'method.change': { guard: 'hasOtherMethods', target: '#push.leaving', actions: OTHER },
  'screen.leave': { target: '#push.leaving', actions: LEFT },
} as const;

const FORGETS = ['forgetPush', { type: 'keepPending', params: null }] as const;

/** Asking for a push, waiting for its answer, and the login by it (spec section 4, "Push flow"). */
export const pushMachine = pushSetup.createMachine({
  id: 'push',
  context: ({ input: { pending, ...input } }) => ({
    ...input,
    ...LOGIN_BEGUN,
    push: pending,
    hasAsked: false,
    remaining: 0,
    isCutOff: false,
    check: '',
  }),
  initial: 'recalling',
  output: ({ context }) => outcomeIn(context),
  on: { 'boxes.changed': boxesChange },
  states: {
    recalling: {
      description: 'Finds out whether a push of an earlier visit still waits.',
      tags: 'busy',
      invoke: {
        id: 'readClock',
        src: 'readClock',
        onDone: [
          {
            guard: { type: 'isStillValid', params: ({ event }) => event.output },
            target: 'waiting',
            actions: { type: 'noteRemaining', params: ({ event }) => event.output },
          },
          { guard: 'wantsPushAtOnce', target: 'requesting' },
          { guard: 'hasPush', target: 'idle.expired' },
          { target: 'idle' },
        ],
        onError: 'idle',
      },
      on: LEAVES,
    },
    idle: {
      description: 'No push is under way. The person can ask for one.',
      entry: { type: 'keepPending', params: null },
      on: { ...LEAVES, 'push.request': 'requesting' },
      initial: 'fresh',
      states: {
        fresh: {
          description: 'Nothing was asked for, or its end has been told in a dialog.',
          entry: 'forgetPush',
        },
        expired: {
          description: 'Nobody answered the push in time (010_3). It is taken off the phone.',
          invoke: {
            id: 'withdrawPush',
            src: 'withdrawPush',
            input: ({ context }) => askedPush(context),
            onDone: { actions: 'forgetPush' },
            // The phone forgets it by itself.
            onError: { actions: 'forgetPush' },
          },
          exit: 'forgetPush',
        },
        cancelled: { description: 'The person cancelled the push.', entry: 'forgetPush' },
      },
    },
    requesting: {
      description: 'The server sends the push to the phone.',
      tags: 'busy',
      exit: 'noteAsked',
      invoke: {
        id: 'requestPush',
        src: 'requestPush',
        input: ({ context: { userId, login } }) => ({
          userId,
          clientId: login.clientId,
          token: login.accessToken,
        }),
        onDone: [
          {
            guard: { type: 'isSent', params: ({ event }) => event.output },
            target: 'sent',
            actions: { type: 'noteSent', params: ({ event }) => event.output },
          },
          { guard: 'isUnwanted', target: 'done' },
          {
            target: 'refused',
            actions: { type: 'noteFailure', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: [
          { guard: 'isUnwanted', target: 'done' },
          { target: 'refused', actions: { type: 'noteFailure', params: UNEXPECTED } },
        ],
      },
      initial: 'wanted',
      states: {
        wanted: {
          description: 'The person waits for it.',
          on: {
            'method.change': { guard: 'hasOtherMethods', target: 'unwanted', actions: OTHER },
            'screen.leave': { target: 'unwanted', actions: LEFT },
          },
        },
        unwanted: {
          description: 'The person wants to go: the push is withdrawn as soon as its name is known.',
          on: { 'screen.leave': { actions: LEFT } },
          after: { patience: '#push.done' },
        },
      },
    },
    sent: {
      description: 'The push is on the phone. It is withdrawn at once when the person has gone meanwhile.',
      always: [
        { guard: 'isUnwanted', target: 'withdrawing' },
        {
          target: 'waiting',
          actions: { type: 'keepPending', params: ({ context }) => context.push },
        },
      ],
    },
    waiting: {
      description: 'A modal shows the push ID and the time left, until the phone answers.',
      tags: 'waiting',
      after: { lifetime: 'idle.expired' },
      on: { ...LEAVES, 'push.cancel': 'withdrawing' },
      initial: 'round',
      states: { round },
    },
    proving: {
      ...loggingIn({
        description: 'The server finishes the login by the answered push.',
        proofOf: ({ context: { push, check } }: Now) => ({
          tokenCode: TOKEN_CODES.push,
          secret: push?.id ?? '',
          check,
        }),
        done: '#push.done',
        refused: '#push.refused',
      }),
      // Changing the method would give up a login that the server may have finished.
      on: { 'screen.leave': LEAVES['screen.leave'] },
    },
    refused: {
      description: 'A dialog says why the push did not end in a login and what to do next.',
      entry: 'forgetRefused',
      on: {
        'failure.dismissed': [
          {
            guard: 'isFailureOutdated',
            target: 'done',
            actions: { type: 'end', params: { reason: 'outdated' } },
          },
          { guard: 'hasPush', target: 'recalling', actions: 'clearFailure' },
          { target: 'idle', actions: 'clearFailure' },
        ],
        'screen.leave': LEAVES['screen.leave'],
      },
    },
    leaving: {
      description: 'Another screen is wanted: a push that is under way is withdrawn first.',
      always: [{ guard: 'hasPush', target: 'withdrawing' }, { target: 'done' }],
    },
    withdrawing: {
      description: 'The modal is closed; the push is taken off the phone.',
      tags: 'busy',
      invoke: {
        id: 'withdrawPush',
        src: 'withdrawPush',
        input: ({ context }) => askedPush(context),
        onDone: 'withdrawn',
        onError: 'withdrawn',
      },
      after: { patience: 'withdrawn' },
      on: {
        'method.change': { guard: 'hasOtherMethods', actions: OTHER },
        'screen.leave': { actions: LEFT },
      },
    },
    withdrawn: {
      description: 'The push is over, whether the server has heard of it or not.',
      always: [{ guard: 'isUnwanted', target: 'done', actions: FORGETS }, { target: 'idle.cancelled' }],
    },
    done: { type: 'final', entry: FORGETS },
  },
});

export type PushMachine = typeof pushMachine;
