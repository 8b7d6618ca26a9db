import { assertEvent } from 'xstate';
import { begin, identityCheckSetup } from './identity-check.setup.ts';

/** The identity check before a change (spec section 2, "Self-authentication screen"; decisions 105, 113, 116, 181). */
export const identityCheckMachine = identityCheckSetup.createMachine({
  id: 'identity-check',
  context: ({ input }) => begin(input),
  initial: 'opening',
  output: ({ context }) => context.outcome,
  states: {
    opening: {
      description: 'Looks whether there is a way at all.',
      always: [{ guard: 'hasWay', target: 'ready' }, { target: 'unavailable' }],
    },
    unavailable: {
      description: 'The person has no way of the identity check. They are told whom to ask.',
      on: { 'check.back': 'done' },
    },
    ready: {
      description: 'Waits for a code to be asked for or entered, for a push, or for another way.',
      on: {
        'way.chosen': {
          guard: { type: 'isUsable', params: ({ event }) => event.way },
          actions: { type: 'noteWay', params: ({ event }) => event.way },
        },
        'code.send': { guard: 'isSent', target: 'sending', actions: 'clearProblem' },
        'push.request': { guard: 'isPush', target: 'requesting' },
        'code.submitted': [
          { guard: 'isPush' },
          { guard: { type: 'isBlank', params: ({ event }) => event.code }, actions: 'noteBlank' },
          { guard: { type: 'isNullText', params: ({ event }) => event.code } },
          { target: 'checking', actions: 'clearProblem' },
        ],
        'code.edited': { actions: 'clearProblem' },
        'check.back': 'done',
      },
    },
    sending: {
      description: 'A code is sent to the contact of the way.',
      tags: 'sending',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context: { userId, clientId, token, way } }) => ({ userId, clientId, token, way }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output.answer },
            target: 'ready',
            actions: { type: 'noteSent', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isUnproved', params: ({ event }) => event.output.answer },
            target: 'done',
            actions: 'noteUnproved',
          },
          {
            target: 'refused',
            actions: { type: 'noteFailure', params: ({ event }) => event.output.answer },
          },
        ],
        onError: { target: 'refused', actions: { type: 'noteFailure', params: null } },
      },
    },
    checking: {
      description: 'The server checks the code.',
      tags: 'busy',
      invoke: {
        id: 'checkIdentity',
        src: 'checkIdentity',
        input: ({ context: { userId, clientId, token, way }, event }) => {
          assertEvent(event, 'code.submitted');
          return { userId, clientId, token, way, otp: event.code.trim() };
        },
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'done',
            actions: 'noteIdentified',
          },
          {
            guard: { type: 'isUnproved', params: ({ event }) => event.output },
            target: 'done',
            actions: 'noteUnproved',
          },
          { target: 'refused', actions: { type: 'noteFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: { type: 'noteFailure', params: null } },
      },
    },
    requesting: {
      description: 'A push is sent to the app.',
      tags: 'busy',
      invoke: {
        id: 'requestPush',
        src: 'requestPush',
        input: ({ context: { userId, clientId, token } }) => ({ userId, clientId, token }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'waiting',
            actions: { type: 'notePush', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isUnproved', params: ({ event }) => event.output },
            target: 'done',
            actions: 'noteUnproved',
          },
          { target: 'refused', actions: { type: 'noteFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: { type: 'noteFailure', params: null } },
      },
    },
    waiting: {
      description: 'The push is on the phone; its time runs.',
      tags: 'waiting',
      after: { pushLifetime: { target: 'withdrawing', actions: 'noteTimedOut' } },
      on: { 'push.cancel': 'withdrawing' },
      initial: 'asking',
      states: {
        asking: {
          description: 'Asks whether the phone has answered.',
          invoke: {
            id: 'askPush',
            src: 'askPush',
            input: ({ context: { userId, clientId, token, push } }) => ({
              userId,
              clientId,
              token,
              pushId: push?.id ?? '',
            }),
            onDone: [
              {
                guard: { type: 'isApproved', params: ({ event }) => event.output },
                target: '#identity-check.confirming',
              },
              { guard: { type: 'isPending', params: ({ event }) => event.output }, target: 'pausing' },
              { target: '#identity-check.refused', actions: ['noteDeclined', 'dropPush'] },
            ],
            onError: {
              target: '#identity-check.refused',
              actions: [{ type: 'noteFailure', params: null }, 'dropPush'],
            },
          },
        },
        pausing: {
          description: 'The pause before the next question.',
          after: { pushPace: 'asking' },
        },
      },
    },
    confirming: {
      description: 'The approved push ends the check.',
      tags: 'busy',
      exit: 'dropPush',
      invoke: {
        id: 'checkIdentity',
        src: 'checkIdentity',
        input: ({ context: { userId, clientId, token, way, push } }) => ({
          userId,
          clientId,
          token,
          way,
          otp: push?.id ?? '',
        }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'done',
            actions: 'noteIdentified',
          },
          {
            guard: { type: 'isUnproved', params: ({ event }) => event.output },
            target: 'done',
            actions: 'noteUnproved',
          },
          { target: 'refused', actions: { type: 'noteFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: { type: 'noteFailure', params: null } },
      },
    },
    withdrawing: {
      description: 'The push is taken off the phone.',
      tags: 'busy',
      exit: 'dropPush',
      invoke: {
        id: 'withdrawPush',
        src: 'withdrawPush',
        input: ({ context: { userId, clientId, token, push } }) => ({
          userId,
          clientId,
          token,
          pushId: push?.id ?? '',
        }),
        onDone: 'settling',
        onError: 'settling',
      },
    },
    settling: {
      description: 'A push that ran out is told; one that was cancelled is not.',
      always: [{ guard: 'hasFailed', target: 'refused' }, { target: 'ready' }],
    },
    refused: {
      description: 'A dialog says why it did not go on and what to do next.',
      on: { 'failure.dismissed': { target: 'ready', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type IdentityCheckMachine = typeof identityCheckMachine;
