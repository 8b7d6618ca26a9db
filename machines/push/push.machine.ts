import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { DECLINED, pushSetup } from './push.setup.ts';

const failureOf = (answer: Result<unknown>): Failure => (answer.ok ? UNEXPECTED : answer.failure);

/** The person, or the address bar, wants another screen. */
const LEAVES = {
  'method.change': { guard: 'hasOtherMethods', target: '#push.leaving', actions: 'wantOther' },
  'screen.leave': { target: '#push.leaving', actions: 'wantLeave' },
} as const;

const FORGETS = ['forgetPush', { type: 'keepPending', params: null }] as const;

/** Asking for a push, waiting for its answer, and the login by it (spec section 4, "Push flow"). */
export const pushMachine = pushSetup.createMachine({
  id: 'push',
  context: ({ input: { pending, ...input } }) => ({
    ...input,
    push: pending,
    hasAsked: false,
    remaining: 0,
    isCutOff: false,
    check: '',
    failure: null,
    wish: null,
    outcome: { reason: 'other' },
  }),
  initial: 'recalling',
  output: ({ context }) => context.outcome,
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
      entry: FORGETS,
      on: {
        ...LEAVES,
        'push.request': {
          target: 'requesting',
          actions: { type: 'noteBoxes', params: ({ event }) => event },
        },
      },
      initial: 'fresh',
      states: {
        fresh: { description: 'Nothing was asked for, or its end has been told in a dialog.' },
        expired: { description: 'Nobody answered the push in time (010_3).' },
        cancelled: { description: 'The person cancelled the push.' },
      },
    },
    requesting: {
      description: 'The server sends the push to the phone.',
      tags: 'busy',
      exit: 'noteAsked',
      invoke: {
        id: 'requestPush',
        src: 'requestPush',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId }),
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
            'method.change': { guard: 'hasOtherMethods', target: 'unwanted', actions: 'wantOther' },
            'screen.leave': { target: 'unwanted', actions: 'wantLeave' },
          },
        },
        unwanted: {
          description: 'The person wants to go: the push is withdrawn as soon as its name is known.',
          on: { 'screen.leave': { actions: 'wantLeave' } },
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
      on: {
        ...LEAVES,
        'push.cancel': 'withdrawing',
      },
      initial: 'round',
      states: {
        round: {
          description: 'One look at the push; the next begins a second after it did, or when it has ended.',
          type: 'parallel',
          onDone: { target: 'round', reenter: true },
          states: {
            look: {
              description: 'Asks whether the phone has answered.',
              initial: 'checking',
              states: {
                checking: {
                  description: 'The one question that is under way.',
                  invoke: {
                    id: 'checkPush',
                    src: 'checkPush',
                    input: ({ context }) => ({ id: context.push?.id ?? '' }),
                    onDone: [
                      {
                        guard: { type: 'isGoodAnswer', params: ({ event }) => event.output },
                        target: '#push.proving',
                        actions: { type: 'noteCheck', params: ({ event }) => event.output },
                      },
                      {
                        guard: { type: 'isDeclined', params: ({ event }) => event.output },
                        target: '#push.refused',
                        actions: { type: 'noteFailure', params: DECLINED },
                      },
                      {
                        guard: { type: 'isLost', params: ({ event }) => event.output },
                        target: '#push.refused',
                        actions: { type: 'noteLoss', params: ({ event }) => event.output },
                      },
                      {
                        guard: { type: 'isOver', params: ({ event }) => event.output },
                        target: '#push.idle.expired',
                      },
                      {
                        target: 'answered',
                        actions: { type: 'noteConnection', params: ({ event }) => event.output },
                      },
                    ],
                    onError: {
                      target: '#push.refused',
                      actions: { type: 'noteFailure', params: UNEXPECTED },
                    },
                  },
                },
                answered: { type: 'final' },
              },
            },
            pace: {
              description: 'Keeps the looks a second apart.',
              initial: 'early',
              states: {
                early: {
                  description: 'Less than a second has gone by since the look began.',
                  after: { pollPause: 'due' },
                },
                due: { type: 'final' },
              },
            },
          },
        },
      },
    },
    proving: {
      description: 'The server finishes the login by the answered push.',
      tags: ['busy', 'proving'],
      invoke: {
        id: 'logIn',
        src: 'logIn',
        input: ({ context: { userId, push, check, boxes } }) => ({
          userId,
          id: push?.id ?? '',
          check,
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
            actions: { type: 'noteFailure', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: { target: 'refused', actions: { type: 'noteFailure', params: UNEXPECTED } },
      },
      on: LEAVES,
    },
    refused: {
      description: 'A dialog says why the push did not end in a login and what to do next.',
      entry: 'forgetRefused',
      on: {
        'failure.dismissed': [
          { guard: 'isFailureOutdated', target: 'done', actions: 'wantRenewal' },
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
        input: ({ context }) => ({ id: context.push?.id ?? '' }),
        onDone: 'withdrawn',
        onError: 'withdrawn',
      },
      after: { patience: 'withdrawn' },
      on: {
        'method.change': { guard: 'hasOtherMethods', actions: 'wantOther' },
        'screen.leave': { actions: 'wantLeave' },
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
