import { failureOf, UNEXPECTED } from '#machines/shared/result.ts';
import { sentCodeSetup } from './sent-code.setup.ts';

/** The transition after the person has requested a code. */
const SEND_TRANSITIONS = {
  'code.send': {
    guard: 'maySend',
    target: '#sent-code.working.delivery.choosingChannel',
    actions: ['beginSending', 'clearProblem'],
  },
} as const;

/** The states of the delivery of a code (spec section 4, "OTP send flow"). */
export const delivery = sentCodeSetup.createStateConfig({
  description: 'Sends the code to the person.',
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
            actions: { type: 'setRemaining', params: ({ event }) => event.output },
          },
          { guard: 'wantsSendAtOnce', target: 'choosingChannel', actions: 'beginSending' },
          { guard: 'hasCode', target: 'expired' },
          { target: 'unsent' },
        ],
        onError: 'unsent',
      },
    },
    unsent: { description: 'No code has been sent yet.', on: SEND_TRANSITIONS },
    choosingChannel: {
      description: 'Chooses the next channel. Of two channels, one has to accept the code.',
      always: [
        {
          guard: 'allChannelsTriedAndSent',
          target: 'sent',
          actions: {
            type: 'storePending',
            params: ({ context }) => ({
              tokenCode: context.tokenCode,
              validUntil: context.validUntil ?? 0,
            }),
          },
        },
        { guard: 'allChannelsTried', target: 'undelivered' },
        { guard: 'hasToken', target: 'sending' },
        { target: 'granting' },
      ],
    },
    granting: {
      description: 'Requests a token that is valid for sending only.',
      tags: 'sending',
      invoke: {
        id: 'grantSendToken',
        src: 'grantSendToken',
        input: ({ context: { userId, login } }) => ({ userId, clientId: login.clientId }),
        onDone: [
          {
            guard: { type: 'isGranted', params: ({ event }) => event.output },
            target: 'sending',
            actions: { type: 'setToken', params: ({ event }) => event.output },
          },
          {
            target: 'choosingChannel',
            actions: [
              { type: 'setSendFailure', params: ({ event }) => failureOf(event.output) },
              'dropChannels',
            ],
          },
        ],
        onError: {
          target: 'choosingChannel',
          actions: [{ type: 'setSendFailure', params: UNEXPECTED }, 'dropChannels'],
        },
      },
    },
    sending: {
      description: 'The server sends the code through one channel.',
      tags: 'sending',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context: { userId, login, channels, sendToken } }) => {
          const [channel] = channels;
          if (!channel) throw new Error('There is no channel for the code');
          return { userId, clientId: login.clientId, channel, sendToken };
        },
        onDone: [
          {
            guard: { type: 'isSent', params: ({ event }) => event.output },
            target: 'choosingChannel',
            actions: [{ type: 'setSent', params: ({ event }) => event.output }, 'dropChannel'],
          },
          {
            guard: { type: 'isTokenStale', params: ({ event }) => event.output },
            target: 'granting',
            actions: 'dropToken',
          },
          {
            target: 'choosingChannel',
            actions: [
              { type: 'setSendFailure', params: ({ event }) => failureOf(event.output) },
              'dropChannel',
            ],
          },
        ],
        onError: {
          target: 'choosingChannel',
          actions: [{ type: 'setSendFailure', params: UNEXPECTED }, 'dropChannel'],
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
        onDone: {
          guard: { type: 'isReceived', params: ({ event }) => event.output },
          actions: [
            { type: 'fillIn', params: ({ event }) => event.output ?? '' },
            'forgetReceived',
            'clearProblem',
          ],
        },
        // The code can still be typed.
        onError: {},
      },
      after: { codeLifetime: 'expired' },
      on: SEND_TRANSITIONS,
      states: {
        fresh: { description: 'The code is valid for a while.', after: { codeWarning: 'ending' } },
        ending: {
          description: 'The code expires soon. The person can request a new code.',
          tags: 'ending',
        },
      },
    },
    expired: { description: 'The code has expired. A new code can be sent.', on: SEND_TRANSITIONS },
    undelivered: {
      description: 'A dialog says why no code was sent.',
      on: {
        'delivery.dismissed': [
          {
            guard: 'isSendOutdated',
            target: '#sent-code.done',
            actions: { type: 'end', params: { reason: 'outdated' } },
          },
          { target: 'recalling', actions: 'clearSendFailure' },
        ],
      },
    },
  },
});
