import { assertEvent } from 'xstate';
import {
  hasSucceededGuard,
  refusalTransitions,
  registerTransitions,
  unexpectedFailureTransition,
} from '#machines/shared/registration-flow.ts';
import { registerAppSetup } from './register-app.setup.ts';

const { onDone: onRegistered, onError: onRegisterError } = registerTransitions(
  '#register-app.done',
  'denied',
);

/**
 * The states of the registration of a standard authenticator. Its secret is shown once, and a code of the authenticator
 * completes the registration (rule 271).
 */
export const standard = {
  issuing: registerAppSetup.createStateConfig({
    description: 'The server creates the secret of the authenticator.',
    tags: 'busy',
    invoke: {
      id: 'issueSecret',
      src: 'issueSecret',
      input: ({ context: { userId, token } }) => ({ userId, token }),
      onDone: [
        {
          guard: hasSucceededGuard,
          target: 'adding',
          actions: { type: 'setSecret', params: ({ event }) => event.output },
        },
        ...refusalTransitions('done', 'refused'),
      ],
      onError: unexpectedFailureTransition('refused'),
    },
  }),
  adding: registerAppSetup.createStateConfig({
    description: 'The person adds the secret to the authenticator.',
    meta: { step: 'method' },
    type: 'parallel',
    states: {
      secret: {
        description: 'The lifetime of the secret.',
        initial: 'valid',
        states: {
          valid: {
            description: 'The secret can be added; the countdown runs.',
            after: { secretLifetime: { target: 'expired', actions: 'setExpired' } },
          },
          expired: { description: 'The secret has expired. A last answer may still arrive.' },
        },
      },
      code: {
        description: 'The code that registers the authenticator.',
        initial: 'scanning',
        states: {
          scanning: {
            description: 'Shows the secret as a QR code and as text, and waits for its code.',
            always: { guard: 'isExpired', target: '#register-app.secretExpired' },
            on: {
              'code.submitted': [
                {
                  guard: { type: 'isBlank', params: ({ event }) => event.code },
                  actions: { type: 'setProblem', params: 'info.enter.otp.alert' },
                },
                {
                  guard: { type: 'isCodeInvalid', params: ({ event }) => event.code },
                  actions: { type: 'setProblem', params: 'info.enter.otp.invalid' },
                },
                { target: 'confirming', actions: 'clearProblem' },
              ],
              'code.edited': { actions: 'clearProblem' },
              'registration.back': '#register-app.choosing',
            },
          },
          confirming: {
            description: 'The server checks the code and registers the authenticator.',
            tags: 'busy',
            invoke: {
              id: 'registerStandard',
              src: 'registerStandard',
              input: ({ context: { userId, token }, event }) => {
                assertEvent(event, 'code.submitted');
                return { userId, token, code: event.code.trim() };
              },
              onDone: [
                {
                  guard: { type: 'isSecretExpired', params: ({ event }) => event.output },
                  target: '#register-app.secretExpired',
                },
                ...onRegistered,
              ],
              onError: onRegisterError,
            },
          },
          denied: {
            description: 'A dialog says why the code was not accepted. The secret stays.',
            on: { 'failure.dismissed': { target: 'scanning', actions: 'clearFailure' } },
          },
        },
      },
    },
  }),
  secretExpired: registerAppSetup.createStateConfig({
    description: 'The secret has expired. The person can request a new secret.',
    entry: 'dropAll',
    meta: { step: 'method' },
    tags: 'blank',
    on: { 'code.renew': 'issuing', 'registration.back': 'choosing' },
  }),
};
