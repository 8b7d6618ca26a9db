import { assertEvent } from 'xstate';
import type { Result } from '#machines/shared/result.ts';
import { clientKeyOf, registerAppSetup } from './register-app.setup.ts';

type Answered = { readonly event: { readonly output: Result<unknown> } };
type AnsweredAt = { readonly event: { readonly output: { readonly answer: Result<unknown> } } };

/** The token is worth nothing any more. */
const unprovedBy = <Event>(answerOf: (now: Event) => Result<unknown>) =>
  ({
    guard: { type: 'isUnproved', params: answerOf },
    target: '#register-app.done',
    actions: { type: 'end', params: 'unproved' },
  }) as const;

const plain = ({ event }: Answered) => event.output;
const timed = ({ event }: AnsweredAt) => event.output.answer;

/** A dialog says why; what was typed or sent stays as the way leads back to it. */
const BROKEN = { type: 'noteFailure', params: null } as const;

/** The server is asked once a second, and never twice at a time (decision 86). */
const polling = {
  description: 'The server is asked once a second whether the app has come.',
  initial: 'round',
  states: {
    round: registerAppSetup.createStateConfig({
      description: 'One question, its answer, and the pause before the next.',
      type: 'parallel',
      states: {
        request: {
          description: 'One question and its answer.',
          initial: 'asking',
          states: {
            asking: {
              description: 'Asks whether an app has come by this registration.',
              invoke: {
                id: 'askResult',
                src: 'askResult',
                input: ({ context: { userId, token } }) => ({ userId, token }),
                onDone: [
                  {
                    guard: { type: 'isTrue', params: ({ event }) => event.output },
                    target: '#register-app.done',
                    actions: { type: 'end', params: 'registered' },
                  },
                  unprovedBy(plain),
                  { target: 'answered' },
                ],
                onError: { target: '#register-app.refused', actions: BROKEN },
              },
            },
            answered: { type: 'final' },
          },
        },
        pace: {
          description: 'The pause between two questions.',
          initial: 'early',
          states: {
            early: { description: 'It is too soon for the next question.', after: { pollPace: 'due' } },
            due: { type: 'final' },
          },
        },
      },
      onDone: [
        { guard: 'isOver', target: '#register-app.expired' },
        { target: 'round', reenter: true },
      ],
    }),
  },
} as const;

/** Registers the mobile app: by a link in an SMS, by a QR code or its digits, or offline (decisions 207 to 210). */
export const registerAppMachine = registerAppSetup.createMachine({
  id: 'register-app',
  context: ({ input }) => ({
    ...input,
    ak: '',
    code: null,
    offline: null,
    deadline: null,
    isOver: false,
    problem: null,
    failure: null,
    outcome: { reason: 'back' },
  }),
  initial: 'choosing',
  output: ({ context }) => context.outcome,
  states: {
    choosing: {
      description: 'Waits for the way by which the app is to be registered.',
      entry: 'dropAll',
      on: {
        'way.chosen': [
          {
            guard: { type: 'wants', params: ({ event }) => ({ way: 'sms', asked: event.way }) },
            target: 'generating',
          },
          {
            guard: { type: 'wants', params: ({ event }) => ({ way: 'qrCode', asked: event.way }) },
            target: 'drawing',
          },
          {
            guard: { type: 'wants', params: ({ event }) => ({ way: 'offline', asked: event.way }) },
            target: 'keying',
          },
        ],
        'registration.back': 'done',
      },
    },
    generating: {
      description: 'The server makes the key of the link.',
      tags: 'busy',
      invoke: {
        id: 'generateAk',
        src: 'generateAk',
        input: ({ context: { userId, token } }) => ({ userId, token }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'sending',
            actions: { type: 'noteAk', params: ({ event }) => event.output },
          },
          unprovedBy(plain),
          { target: 'refused', actions: { type: 'noteFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'refused', actions: BROKEN },
      },
    },
    sending: {
      description: 'The link is sent to the phone.',
      tags: 'busy',
      invoke: {
        id: 'sendLink',
        src: 'sendLink',
        input: ({ context: { userId, token, ak, clientId } }) => ({ userId, token, ak, clientId }),
        onDone: [
          {
            guard: { type: 'isDone', params: timed },
            target: 'waiting',
            actions: { type: 'noteSent', params: ({ event }) => event.output },
          },
          unprovedBy(timed),
          { target: 'refused', actions: { type: 'noteFailure', params: timed } },
        ],
        onError: { target: 'refused', actions: BROKEN },
      },
    },
    waiting: {
      description: 'The link is on the phone: the countdown and the questions go on side by side.',
      type: 'parallel',
      on: { 'registration.back': 'choosing' },
      states: {
        link: {
          description: 'The link in the SMS.',
          initial: 'valid',
          states: {
            valid: {
              description: 'The link can be opened; the countdown runs.',
              after: { linkLifetime: { target: 'over', actions: 'noteOver' } },
            },
            over: { description: 'Its time is over. A last answer may still be on its way.' },
          },
        },
        polling,
      },
    },
    drawing: {
      description: 'The server makes a code and its picture.',
      tags: 'busy',
      invoke: {
        id: 'drawCode',
        src: 'drawCode',
        input: ({ context: { userId, token, ip } }) => ({ userId, token, ip }),
        onDone: [
          {
            guard: { type: 'isDone', params: timed },
            target: 'shown',
            actions: { type: 'noteCode', params: ({ event }) => event.output },
          },
          unprovedBy(timed),
          { target: 'refused', actions: { type: 'noteFailure', params: timed } },
        ],
        onError: { target: 'refused', actions: BROKEN },
      },
    },
    shown: {
      description: 'The code can be scanned or typed: the countdown and the questions go on side by side.',
      type: 'parallel',
      on: { 'registration.back': 'choosing' },
      states: {
        code: {
          description: 'What the screen shows of the code.',
          initial: 'picture',
          states: {
            picture: {
              description: 'The picture can be scanned.',
              after: { pictureLifetime: { target: 'over', actions: 'noteOver' } },
              on: { 'digits.show': { target: 'digits', actions: 'noteTyping' } },
            },
            digits: {
              description: 'The 16 and the 6 digits stand in place of the picture, for as long as a link.',
              tags: 'typing',
              after: { linkLifetime: { target: 'over', actions: 'noteOver' } },
            },
            over: {
              description: 'Its time is over and it is gone. A last answer may still be on its way.',
              tags: 'blank',
            },
          },
        },
        polling,
      },
    },
    expired: {
      description: 'The link or code has expired without an app. The person can have a new one.',
      tags: 'blank',
      on: {
        'code.renew': [{ guard: 'hasCode', target: 'drawing' }, { target: 'generating' }],
        'registration.back': 'choosing',
      },
    },
    keying: {
      description: 'Waits for the client key that the app shows.',
      on: {
        'key.submitted': [
          { guard: { type: 'isNoKey', params: ({ event }) => event.key }, actions: 'noteProblem' },
          { target: 'exchanging', actions: 'clearProblem' },
        ],
        'key.edited': { actions: 'clearProblem' },
        'registration.back': 'choosing',
      },
    },
    exchanging: {
      description: 'The server makes its half of the secret.',
      tags: 'busy',
      invoke: {
        id: 'sendKey',
        src: 'sendKey',
        input: ({ context: { userId, token }, event }) => {
          assertEvent(event, 'key.submitted');
          return { userId, token, key: clientKeyOf(event.key) };
        },
        onDone: [
          { guard: { type: 'isDone', params: ({ event }) => event.output }, target: 'fetching' },
          unprovedBy(plain),
          { target: 'unkeyed', actions: { type: 'noteFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unkeyed', actions: BROKEN },
      },
    },
    fetching: {
      description: 'Fetches what person and phone compare.',
      tags: 'busy',
      invoke: {
        id: 'fetchOffline',
        src: 'fetchOffline',
        input: ({ context: { userId, token } }) => ({ userId, token }),
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'comparing',
            actions: { type: 'noteOffline', params: ({ event }) => event.output },
          },
          unprovedBy(plain),
          { target: 'unkeyed', actions: { type: 'noteFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unkeyed', actions: BROKEN },
      },
    },
    unkeyed: {
      description: 'A dialog says why the client key was not taken. It stays in its fields.',
      on: { 'failure.dismissed': { target: 'keying', actions: 'clearFailure' } },
    },
    comparing: {
      description: 'Shows the 8 characters for the phone and the six digits that it has to show too.',
      on: { 'app.register': 'registering', 'registration.back': 'keying' },
    },
    registering: {
      description: 'The server makes it the app of the person.',
      tags: 'busy',
      invoke: {
        id: 'registerOffline',
        src: 'registerOffline',
        input: ({ context: { userId, token }, event }) => {
          assertEvent(event, 'app.register');
          return { userId, token, osType: event.osType };
        },
        onDone: [
          {
            guard: { type: 'isDone', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'end', params: 'registered' },
          },
          unprovedBy(plain),
          { target: 'unkeyed', actions: { type: 'noteFailure', params: ({ event }) => event.output } },
        ],
        onError: { target: 'unkeyed', actions: BROKEN },
      },
    },
    refused: {
      description: 'A dialog says why no link or code came about and what to do next.',
      on: { 'failure.dismissed': { target: 'choosing', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type RegisterAppMachine = typeof registerAppMachine;
