import { isDoneGuard, refusalTransitions, unexpectedFailure } from '#machines/shared/registration-flow.ts';
import { polling } from './polling.ts';
import { registerAppSetup } from './register-app.setup.ts';

/** Registration by a QR code or its digits (rule 208). */
export const code = {
  drawing: registerAppSetup.createStateConfig({
    description: 'The server creates a code and its QR picture.',
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
    description: 'The code can be scanned or typed. The countdown runs while the server is polled.',
    meta: { step: 'method' },
    type: 'parallel',
    on: { 'registration.back': 'choosing' },
    states: {
      code: {
        description: 'The code on the screen.',
        initial: 'valid',
        states: {
          valid: {
            description: 'The code is valid as long as a link.',
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
                description: 'Shows 16 and 6 digits in place of the picture.',
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
