import { checkboxesTransition, INITIAL_LOGIN_CONTEXT, loginState } from '#machines/shared/login.ts';
import { requireOutcome } from '#machines/shared/outcome.ts';
import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { TYPE_CODES } from '#wire/type-codes.ts';
import { type ActionArgs, pushReference, pushSetup } from './push.setup.ts';
import { round } from './round.ts';

const END_OTHER = { type: 'end', params: { reason: 'other' } } as const;
const END_LEFT = { type: 'end', params: { reason: 'left' } } as const;

/** Transitions after the person has chosen another method, or another screen was requested. */
const LEAVE_TRANSITIONS = {
  'method.change': { guard: 'hasOtherMethods', target: '#push.leaving', actions: END_OTHER },
  'screen.leave': { target: '#push.leaving', actions: END_LEFT },
} as const;

const FORGET_PUSH = ['forgetPush', { type: 'storePending', params: null }] as const;

/** Requests a push, waits for the answer of the phone, and logs in with it (spec section 4, "Push flow"). */
export const pushMachine = pushSetup.createMachine({
  id: 'push',
  context: ({ input: { pending, ...input } }) => ({
    ...input,
    ...INITIAL_LOGIN_CONTEXT,
    push: pending,
    hasRequested: false,
    remaining: 0,
    hasPollFailed: false,
    isNotified: true,
    check: '',
  }),
  initial: 'recalling',
  output: ({ context }) => requireOutcome(context),
  on: { 'boxes.changed': checkboxesTransition },
  states: {
    recalling: {
      description: 'Checks whether a push from before a reload is still pending.',
      tags: 'busy',
      invoke: {
        id: 'readClock',
        src: 'readClock',
        onDone: [
          {
            guard: { type: 'isStillValid', params: ({ event }) => event.output },
            target: 'waiting',
            actions: { type: 'setRemaining', params: ({ event }) => event.output },
          },
          { guard: 'wantsPushAtOnce', target: 'requesting' },
          { guard: 'hasPush', target: 'idle.expired' },
          { target: 'idle' },
        ],
        onError: 'idle',
      },
      on: LEAVE_TRANSITIONS,
    },
    idle: {
      description: 'No push is pending. The person can request a push.',
      entry: { type: 'storePending', params: null },
      on: { ...LEAVE_TRANSITIONS, 'push.request': 'requesting' },
      initial: 'fresh',
      states: {
        fresh: {
          description: 'No push was requested, or a dialog has reported its end.',
          entry: 'forgetPush',
        },
        expired: {
          description: 'The push has timed out (010_3) and is withdrawn.',
          invoke: {
            id: 'withdrawPush',
            src: 'withdrawPush',
            input: ({ context }) => pushReference(context),
            onDone: { actions: 'forgetPush' },
            // The phone drops an expired push without a call.
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
      exit: 'setHasRequested',
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
            actions: { type: 'setSent', params: ({ event }) => event.output },
          },
          { guard: 'hasPersonLeft', target: 'done' },
          {
            target: 'refused',
            actions: { type: 'setFailure', params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: [
          { guard: 'hasPersonLeft', target: 'done' },
          { target: 'refused', actions: { type: 'setFailure', params: UNEXPECTED } },
        ],
      },
      initial: 'awaited',
      states: {
        awaited: {
          description: 'The person waits for the push.',
          on: {
            'method.change': { guard: 'hasOtherMethods', target: 'abandoned', actions: END_OTHER },
            'screen.leave': { target: 'abandoned', actions: END_LEFT },
          },
        },
        abandoned: {
          description: 'The person is leaving: the push is withdrawn as soon as its ID is known.',
          on: { 'screen.leave': { actions: END_LEFT } },
          after: { timeout: '#push.done' },
        },
      },
    },
    sent: {
      description: 'The push was sent. It is withdrawn immediately when the person has left meanwhile.',
      always: [
        { guard: 'hasPersonLeft', target: 'withdrawing' },
        {
          target: 'waiting',
          actions: { type: 'storePending', params: ({ context }) => context.push },
        },
      ],
    },
    waiting: {
      description: 'A modal shows the push ID and the time left, until the phone answers.',
      tags: 'waiting',
      after: { lifetime: 'idle.expired' },
      on: { ...LEAVE_TRANSITIONS, 'push.cancel': 'withdrawing' },
      initial: 'round',
      states: { round },
    },
    proving: {
      ...loginState({
        description: 'The server finishes the login with the answered push.',
        proofOf: ({ context: { push, check } }: ActionArgs) => ({
          tokenCode: TYPE_CODES.push,
          secret: push?.id ?? '',
          check,
        }),
        done: '#push.done',
        refused: '#push.refused',
      }),
      // Changing the method would give up a login that the server may have finished.
      on: { 'screen.leave': LEAVE_TRANSITIONS['screen.leave'] },
    },
    refused: {
      description: 'A dialog says why the push did not lead to a login and what to do next.',
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
        'screen.leave': LEAVE_TRANSITIONS['screen.leave'],
      },
    },
    leaving: {
      description: 'Another screen was requested: a pending push is withdrawn first.',
      always: [{ guard: 'hasPush', target: 'withdrawing' }, { target: 'done' }],
    },
    withdrawing: {
      description: 'The modal is closed and the push withdrawn.',
      tags: 'busy',
      invoke: {
        id: 'withdrawPush',
        src: 'withdrawPush',
        input: ({ context }) => pushReference(context),
        onDone: 'withdrawn',
        onError: 'withdrawn',
      },
      after: { timeout: 'withdrawn' },
      on: {
        'method.change': { guard: 'hasOtherMethods', actions: END_OTHER },
        'screen.leave': { actions: END_LEFT },
      },
    },
    withdrawn: {
      description: 'The push has ended, whether or not the withdrawal reached the server.',
      always: [
        { guard: 'hasPersonLeft', target: 'done', actions: FORGET_PUSH },
        { target: 'idle.cancelled' },
      ],
    },
    done: { type: 'final', entry: FORGET_PUSH },
  },
});

export type PushMachine = typeof pushMachine;
