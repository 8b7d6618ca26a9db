import type { RegistrationOutcome } from '#machines/shared/registration.ts';
import { holding } from './holding.ts';
import { begin, managementSetup } from './management.setup.ts';
import { proving } from './proving.ts';

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
      description: 'Says that the person has an app already, which can be made the default.',
      on: { 'default.open': 'proving', 'management.back': 'done' },
    },
    blocked: {
      description: 'Says that the licence lets no app be registered.',
      on: { 'management.back': 'done' },
    },
    proving,
    choosing: {
      description: 'Waits for the kind of factor, unless it was asked for or is the only one.',
      always: [
        { guard: 'isHeld', target: 'holding' },
        { guard: { type: 'isOf', params: '7' }, target: 'registering.card' },
        { guard: { type: 'isOf', params: '8' }, target: 'registering.yubikey' },
        { guard: { type: 'isOf', params: '9' }, target: 'registering.app' },
        { guard: { type: 'isOf', params: '12' }, target: 'registering.passkey' },
        { guard: 'wantsOverview', target: 'overview' },
        { guard: 'hasOneKind', target: 'choosing', actions: 'noteOnlyKind' },
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
    overview: {
      description: 'What the person has, and where they are signed in (decisions 217 to 223).',
      invoke: {
        id: 'factors',
        src: 'factors',
        input: ({ context: { userId, token, kinds } }) => ({ userId, token, kinds }),
        onDone: [
          {
            guard: { type: 'wantsKind', params: ({ event }) => event.output },
            target: 'choosing',
            actions: {
              type: 'noteKind',
              params: ({ event }) => (event.output.reason === 'registration' ? event.output.kind : null),
            },
          },
          {
            guard: { type: 'isOverviewOver', params: ({ event }) => event.output },
            target: 'proving',
            actions: 'noteAgain',
          },
          { target: 'done', actions: 'noteChanged' },
        ],
        onError: { target: 'proving', actions: 'noteAgain' },
      },
    },
    holding,
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
            input: ({ context: { userId, token, clientId, ways, phoneNumber, ip } }) => ({
              userId,
              token,
              clientId,
              ways,
              phoneNumber,
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
      after: { successLifetime: 'following' },
      on: { 'success.confirmed': 'following' },
    },
    following: {
      description: 'The way leads back to where the registration began (decision 214).',
      always: [
        {
          guard: 'hasOverview',
          target: 'choosing',
          actions: { type: 'noteKind', params: null },
        },
        { target: 'done' },
      ],
    },
    done: { type: 'final' },
  },
});

export type ManagementMachine = typeof managementMachine;
