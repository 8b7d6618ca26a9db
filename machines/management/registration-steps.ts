import type { RegistrationOutcome } from '#machines/shared/registration.ts';
import { managementSetup } from './management.setup.ts';

type DoneArgs = { readonly event: { readonly output: RegistrationOutcome } };

/** Transitions after a registration flow; an unexpected failure restarts at the password. */
const END_TRANSITIONS = {
  onDone: [
    {
      guard: { type: 'isRegistered', params: ({ event }: DoneArgs) => event.output },
      target: '#management.succeeded',
      actions: 'setRegistered',
    },
    {
      guard: { type: 'endedWithExpiredProof', params: ({ event }: DoneArgs) => event.output },
      target: '#management.proving',
      actions: 'setProofRequired',
    },
    {
      guard: { type: 'endedWithWeakProof', params: ({ event }: DoneArgs) => event.output },
      target: '#management.tooWeak',
    },
    { guard: 'isReplacing', target: '#management.details', actions: 'stopReplacing' },
    {
      guard: 'canChooseFactorType',
      target: '#management.choosing',
      actions: { type: 'setFactorType', params: null },
    },
    { target: '#management.done', actions: 'end' },
  ],
  onError: { target: '#management.proving', actions: 'setProofRequired' },
} as const;

/** The flow of each factor type (spec section 2: mobile app, OTP card, Yubikey, passkey). */
export const registering = managementSetup.createStateConfig({
  description: 'The flow of the factor type registers the factor.',
  meta: { step: 'registration', hasSubsteps: true },
  initial: 'card',
  states: {
    card: {
      description: 'An OTP card.',
      on: { 'step.requested': { actions: { type: 'forwardBack', params: 'register-card' } } },
      invoke: {
        id: 'register-card',
        src: 'register-card',
        input: ({ context: { userId, token, registered } }) => ({
          userId,
          token,
          hasCard: registered !== null && registered.authenticators.otpCard !== null,
        }),
        ...END_TRANSITIONS,
      },
    },
    yubikey: {
      description: 'A Yubikey.',
      on: { 'step.requested': { actions: { type: 'forwardBack', params: 'register-yubikey' } } },
      invoke: {
        id: 'register-yubikey',
        src: 'register-yubikey',
        input: ({ context: { userId, token } }) => ({ userId, token }),
        ...END_TRANSITIONS,
      },
    },
    app: {
      description: 'The mobile app.',
      on: { 'step.requested': { actions: { type: 'forwardBack', params: 'register-app' } } },
      invoke: {
        id: 'register-app',
        src: 'register-app',
        input: ({ context: { userId, token, clientId, appMethods, phoneNumber, ip, registered } }) => ({
          userId,
          token,
          clientId,
          appMethods,
          phoneNumber,
          ip,
          hasApp: registered !== null && registered.authenticators.mobileApp !== null,
        }),
        ...END_TRANSITIONS,
      },
    },
    passkey: {
      description: 'A passkey.',
      on: { 'step.requested': { actions: { type: 'forwardBack', params: 'register-passkey' } } },
      invoke: {
        id: 'register-passkey',
        src: 'register-passkey',
        input: ({ context: { userId, token, clientId, isPasskeySupported } }) => ({
          userId,
          token,
          clientId,
          isSupported: isPasskeySupported,
        }),
        ...END_TRANSITIONS,
      },
    },
  },
});
