import type { RegistrationOutcome } from '#machines/shared/registration.ts';
import { managementSetup } from './management.setup.ts';

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
      guard: { type: 'isEndedTooWeak', params: ({ event }: Ended) => event.output },
      target: '#management.tooWeak',
    },
    { guard: 'isReplacing', target: '#management.holding', actions: 'keepHeld' },
    {
      guard: 'hasChosen',
      target: '#management.choosing',
      actions: { type: 'noteKind', params: null },
    },
    { target: '#management.done' },
  ],
  onError: { target: '#management.proving', actions: 'noteAgain' },
} as const;

/** The flow of each kind (spec section 2: mobile app, OTP card, Yubikey, passkey). */
export const registering = managementSetup.createStateConfig({
  description: 'The flow of the kind registers the factor.',
  meta: { step: 'registration', isDivided: true },
  initial: 'card',
  states: {
    card: {
      description: 'An OTP card.',
      on: { 'step.requested': { actions: { type: 'askBack', params: 'register-card' } } },
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
      on: { 'step.requested': { actions: { type: 'askBack', params: 'register-yubikey' } } },
      invoke: {
        id: 'register-yubikey',
        src: 'register-yubikey',
        input: ({ context: { userId, token } }) => ({ userId, token }),
        ...ENDS,
      },
    },
    app: {
      description: 'The mobile app.',
      on: { 'step.requested': { actions: { type: 'askBack', params: 'register-app' } } },
      invoke: {
        id: 'register-app',
        src: 'register-app',
        input: ({ context: { userId, token, clientId, ways, phoneNumber, ip, standing } }) => ({
          userId,
          token,
          clientId,
          ways,
          phoneNumber,
          ip,
          hasApp: standing !== null && standing.authenticators.mobileApp !== null,
        }),
        ...ENDS,
      },
    },
    passkey: {
      description: 'A passkey.',
      on: { 'step.requested': { actions: { type: 'askBack', params: 'register-passkey' } } },
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
});
