import {
  hasSucceededGuard,
  refusalTransitions,
  unexpectedFailureTransition,
} from '#machines/shared/registration-flow.ts';
import { polling } from './polling.ts';
import { registerAppSetup } from './register-app.setup.ts';

/** The states of a registration with a registration code, as a QR code or as digits (rule 208). */
export const code = {
  drawing: registerAppSetup.createStateConfig({
    description: 'The server creates a registration code with its QR code.',
    tags: 'busy',
    invoke: {
      id: 'createCode',
      src: 'createCode',
      input: ({ context: { userId, token, ip } }) => ({ userId, token, ip }),
      onDone: [
        {
          guard: hasSucceededGuard,
          target: 'shown',
          actions: { type: 'setCode', params: ({ event }) => event.output },
        },
        ...refusalTransitions('done', 'refused'),
      ],
      onError: unexpectedFailureTransition('refused'),
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
            after: { linkLifetime: { target: 'expired', actions: 'setExpired' } },
            initial: 'picture',
            states: {
              picture: {
                description: 'The picture can be scanned.',
                after: {
                  pictureLifetime: { target: '#register-app.shown.code.expired', actions: 'setExpired' },
                },
                on: { 'digits.show': { target: 'digits', actions: 'extendDeadlineForDigits' } },
              },
              digits: {
                description: 'Shows 16 and 6 digits instead of the QR code.',
                tags: 'typing',
              },
            },
          },
          expired: {
            description: 'The code has expired and is hidden. A last answer may still arrive.',
            tags: 'blank',
          },
        },
      },
      polling,
    },
  }),
};
