import { assertEvent } from 'xstate';
import type { RegistrationOutcome } from '#machines/shared/registration.ts';
import { begin, managementSetup } from './management.setup.ts';

type Ended = { readonly event: { readonly output: RegistrationOutcome } };

/** How the flow of a registration goes on; one that broke begins at the password again. */
const ENDS = {
  onDone: [
    {
      guard: { type: 'isRegistered', params: ({ event }: Ended) => event.output },
      target: '#management.succeeded',
      actions: 'noteRegistered',
    },
    {
      guard: { type: 'isUnproved', params: ({ event }: Ended) => event.output },
      target: '#management.proving',
      actions: 'noteAgain',
    },
    {
      guard: 'hasChosen',
      target: '#management.choosing',
      actions: { type: 'noteKind', params: null },
    },
    { target: '#management.done' },
  ],
  onError: { target: '#management.proving', actions: 'noteAgain' },
} as const;

/**
 * The management of factors (spec section 2, "Management flow"): the password, the identity check, then the
 * registration of a card, a Yubikey, the mobile app or a passkey.
 */
export const managementMachine = managementSetup.createMachine({
  id: 'management',
  context: ({ input }) => begin(input),
  initial: 'lookingUp',
  output: ({ context }) => context.outcome,
  states: {
    lookingUp: {
      description: 'Asks what the person has, and whether there is a password.',
      tags: 'busy',
      invoke: {
        id: 'lookUp',
        src: 'lookUp',
        input: ({ context: { userId, clientId } }) => ({ userId, clientId }),
        onDone: [
          {
            guard: { type: 'isKnown', params: ({ event }) => event.output },
            target: 'opening',
            actions: { type: 'noteStanding', params: ({ event }) => event.output },
          },
          {
            target: 'unanswered',
            actions: { type: 'noteFailure', params: ({ event }) => event.output },
          },
        ],
        onError: { target: 'unanswered', actions: { type: 'noteFailure', params: null } },
      },
    },
    unanswered: {
      description: 'No usable answer came. The person can ask again.',
      on: {
        'lookup.retry': { target: 'lookingUp', actions: 'clearFailure' },
        'management.back': 'done',
      },
    },
    opening: {
      description: 'Looks whether something stands in the way before anything is asked.',
      always: [
        { guard: 'isOccupied', target: 'occupied' },
        { guard: 'isBlocked', target: 'blocked' },
        { target: 'proving' },
      ],
    },
    occupied: {
      description: 'Says that the person has an app already.',
      on: { 'management.back': 'done' },
    },
    blocked: {
      description: 'Says that the licence lets no app be registered.',
      on: { 'management.back': 'done' },
    },
    proving: {
      description: 'The person proves who they are before anything is changed.',
      initial: 'beginning',
      states: {
        beginning: {
          description: 'A person without a password begins with the identity check.',
          always: [{ guard: 'mustGivePassword', target: 'asking' }, { target: 'identifying' }],
        },
        asking: {
          description: 'Waits for the password.',
          on: {
            'password.submitted': [
              {
                guard: { type: 'isBlank', params: ({ event }) => event.password },
                actions: 'noteBlank',
              },
              { target: 'checking', actions: 'clearProblem' },
            ],
            'password.edited': { actions: 'clearProblem' },
            'management.back': '#management.done',
          },
        },
        checking: {
          description: 'The server checks the password and lets the identity check begin.',
          tags: 'busy',
          invoke: {
            id: 'logInAgain',
            src: 'logInAgain',
            input: ({ context: { userId, clientId, policyId }, event }) => {
              assertEvent(event, 'password.submitted');
              return { userId, clientId, policyId, password: event.password };
            },
            onDone: [
              {
                guard: { type: 'isProved', params: ({ event }) => event.output },
                target: 'identifying',
                actions: {
                  type: 'noteToken',
                  params: ({ event }) => (event.output.ok ? event.output.value : ''),
                },
              },
              {
                target: 'refused',
                actions: { type: 'noteFailure', params: ({ event }) => event.output },
              },
            ],
            onError: { target: 'refused', actions: { type: 'noteFailure', params: null } },
          },
        },
        refused: {
          description: 'A dialog says why the password was not accepted and what to do next.',
          on: { 'failure.dismissed': { target: 'asking', actions: 'clearFailure' } },
        },
        identifying: {
          description: 'The identity check, by a code, the app or a push.',
          invoke: {
            id: 'identity-check',
            src: 'identity-check',
            input: ({ context: { userId, clientId, token, selfAuth, contacts, standing } }) => ({
              userId,
              clientId,
              token,
              selfAuth,
              contacts,
              mobileApp: standing?.authenticators.mobileApp ?? null,
            }),
            onDone: [
              {
                guard: { type: 'isIdentified', params: ({ event }) => event.output },
                target: '#management.choosing',
                actions: {
                  type: 'noteToken',
                  params: ({ event }) => (event.output.reason === 'identified' ? event.output.token : ''),
                },
              },
              {
                guard: { type: 'isCheckOver', params: ({ event }) => event.output },
                target: 'beginning',
                actions: 'noteAgain',
              },
              { guard: 'mustGivePassword', target: 'asking' },
              { target: '#management.done' },
            ],
            onError: { target: 'beginning', actions: 'noteAgain' },
          },
        },
      },
    },
    choosing: {
      description: 'Waits for the kind of factor, unless it was asked for.',
      always: [
        { guard: { type: 'isOf', params: '7' }, target: 'registering.card' },
        { guard: { type: 'isOf', params: '8' }, target: 'registering.yubikey' },
        { guard: { type: 'isOf', params: '9' }, target: 'registering.app' },
        { guard: { type: 'isOf', params: '12' }, target: 'registering.passkey' },
      ],
      on: {
        'kind.chosen': {
          guard: { type: 'isOffered', params: ({ event }) => event.kind },
          target: 'choosing',
          actions: { type: 'noteKind', params: ({ event }) => event.kind },
        },
        'management.back': 'done',
      },
    },
    registering: {
      description: 'The flow of the kind registers the factor.',
      initial: 'card',
      states: {
        card: {
          description: 'An OTP card.',
          invoke: {
            id: 'register-card',
            src: 'register-card',
            input: ({ context: { userId, token, standing } }) => ({
              userId,
              token,
              hasCard: standing !== null && standing.authenticators.otpCard !== null,
            }),
            ...ENDS,
          },
        },
        yubikey: {
          description: 'A Yubikey.',
          invoke: {
            id: 'register-yubikey',
            src: 'register-yubikey',
            input: ({ context: { userId, token } }) => ({ userId, token }),
            ...ENDS,
          },
        },
        app: {
          description: 'The mobile app.',
          invoke: {
            id: 'register-app',
            src: 'register-app',
            input: ({ context: { userId, token, clientId, ways, contacts, ip } }) => ({
              userId,
              token,
              clientId,
              ways,
              phoneNumber: contacts.phoneNumber,
              ip,
            }),
            ...ENDS,
          },
        },
        passkey: {
          description: 'A passkey.',
          invoke: {
            id: 'register-passkey',
            src: 'register-passkey',
            input: ({ context: { userId, token, clientId, isPasskeySupported } }) => ({
              userId,
              token,
              clientId,
              isSupported: isPasskeySupported,
            }),
            ...ENDS,
          },
        },
      },
    },
    succeeded: {
      description: 'A dialog says that the factor is registered; it closes by itself.',
      after: { successLifetime: 'done' },
      on: { 'success.confirmed': 'done' },
    },
    done: { type: 'final' },
  },
});

export type ManagementMachine = typeof managementMachine;
