import {
  hasSucceededGuard,
  refusalTransitions,
  unexpectedFailureTransition,
} from '#machines/shared/registration-flow.ts';
import { polling } from './polling.ts';
import { registerAppSetup } from './register-app.setup.ts';

/** The states of a registration with a link in an SMS (rule 207). */
export const link = {
  generating: registerAppSetup.createStateConfig({
    description: 'The server creates the key of the link.',
    tags: 'busy',
    invoke: {
      id: 'generateAk',
      src: 'generateAk',
      input: ({ context: { userId, token } }) => ({ userId, token }),
      onDone: [
        {
          guard: hasSucceededGuard,
          target: 'sending',
          actions: { type: 'setAk', params: ({ event }) => event.output },
        },
        ...refusalTransitions('done', 'refused'),
      ],
      onError: unexpectedFailureTransition('refused'),
    },
  }),
  sending: registerAppSetup.createStateConfig({
    description: 'The link is sent to the phone.',
    tags: 'busy',
    invoke: {
      id: 'sendLink',
      src: 'sendLink',
      input: ({ context: { userId, token, ak, clientId } }) => ({ userId, token, ak, clientId }),
      onDone: [
        {
          guard: hasSucceededGuard,
          target: 'waiting',
          actions: { type: 'setSent', params: ({ event }) => event.output },
        },
        ...refusalTransitions('done', 'refused'),
      ],
      onError: unexpectedFailureTransition('refused'),
    },
  }),
  waiting: registerAppSetup.createStateConfig({
    description: 'The link was sent to the phone. The countdown runs while the server is polled.',
    meta: { step: 'method' },
    type: 'parallel',
    on: { 'registration.back': 'choosing' },
    states: {
      link: {
        description: 'The link in the SMS.',
        initial: 'valid',
        states: {
          valid: {
            description: 'The link can be opened; the countdown runs.',
            after: { linkLifetime: { target: 'expired', actions: 'setExpired' } },
          },
          expired: { description: 'The link has expired. A last answer may still arrive.' },
        },
      },
      polling,
    },
  }),
};
