import { requireOutcome } from '#machines/shared/outcome.ts';
import { INITIAL_REGISTRATION_CONTEXT } from '#machines/shared/registration-flow.ts';
import { code } from './code.ts';
import { link } from './link.ts';
import { offline } from './offline.ts';
import { registerAppSetup } from './register-app.setup.ts';
import { standard } from './standard.ts';

/**
 * Registers the mobile app with a link in an SMS, with a QR code or its digits, or offline (rules 207 to 210). Instead of
 * the mobile app, it can register a standard authenticator (rule 271).
 */
export const registerAppMachine = registerAppSetup.createMachine({
  id: 'register-app',
  context: ({ input }) => ({
    ...input,
    ...INITIAL_REGISTRATION_CONTEXT,
    ak: '',
    code: null,
    offline: null,
    secret: null,
    deadline: null,
    isExpired: false,
    problem: null,
  }),
  initial: 'choosing',
  output: ({ context }) => requireOutcome(context),
  states: {
    choosing: {
      description: 'Waits for the choice of how to register the app.',
      entry: 'dropAll',
      on: {
        'method.chosen': [
          {
            guard: { type: 'wantsLink', params: ({ event }) => event.method },
            target: 'generating',
          },
          {
            guard: { type: 'wantsQrCode', params: ({ event }) => event.method },
            target: 'drawing',
          },
          {
            guard: { type: 'wantsOffline', params: ({ event }) => event.method },
            target: 'enteringKey',
          },
          {
            guard: { type: 'wantsStandard', params: ({ event }) => event.method },
            target: 'issuing',
          },
        ],
        'registration.back': { target: 'done', actions: { type: 'end', params: 'back' } },
      },
    },
    ...link,
    ...code,
    expired: {
      description: 'The link or code has expired. The person can request a new link or code.',
      meta: { step: 'method' },
      tags: 'blank',
      on: {
        'code.renew': [{ guard: 'hasCode', target: 'drawing' }, { target: 'generating' }],
        'registration.back': 'choosing',
      },
    },
    ...offline,
    ...standard,
    refused: {
      description: 'A dialog says why no link or code was created and what to do next.',
      on: { 'failure.dismissed': { target: 'choosing', actions: 'clearFailure' } },
    },
    done: { type: 'final' },
  },
});

export type RegisterAppMachine = typeof registerAppMachine;
