import { isDoneGuard, refusalTransitions, unexpectedFailure } from '#machines/shared/registration-flow.ts';
import { polling } from './polling.ts';
import { registerAppSetup } from './register-app.setup.ts';

/** Registration by a QR code or its digits (decision 208). */
export const code = {
  drawing: registerAppSetup.createStateConfig({
    description: 'The server makes a code and its picture.',
    tags: 'busy',
    invoke: {
      id: 'drawCode',
      src: 'drawCode',
      input: ({ context: { userId, token, ip } }) => ({ userId, token, ip }),
      onDone: [
        {
          guard: isDoneGuard,
          target: 'shown',
          actions: { type: 'setCode', params: ({ event }) => event.output },
        },
        ...refusalTransitions('done', 'refused'),
      ],
      onError: unexpectedFailure('refused'),
    },
  }),
  shown: registerAppSetup.createStateConfig({
    description: 'The code can be scanned or typed: the countdown and the questions go on side by side.',
    meta: { step: 'method' },
    type: 'parallel',
    on: { 'registration.back': 'choosing' },
    states: {
      code: {
        description: 'What the screen shows of the code.',
        initial: 'valid',
        states: {
          valid: {
            description: 'Valid as long as a link, from its creation.',
            after: { linkLifetime: { target: 'over', actions: 'setExpired' } },
            initial: 'picture',
            states: {
              picture: {
                description: 'The picture can be scanned.',
                after: {
                  pictureLifetime: { target: '#register-app.shown.code.over', actions: 'setExpired' },
                },
                on: { 'digits.show': { target: 'digits', actions: 'setTyping' } },
              },
              digits: {
                description: 'The 16 and the 6 digits stand in place of the picture.',
                tags: 'typing',
              },
            },
          },
          over: {
            description: 'It has expired and is hidden. A last answer may still arrive.',
            tags: 'blank',
          },
        },
      },
      polling,
    },
  }),
};
