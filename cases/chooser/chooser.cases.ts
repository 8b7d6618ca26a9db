import type { Cases } from '#cases/cases.ts';
import { FAILURES } from '#cases/samples.ts';
import type { ChooserMachine } from '#machines/chooser/chooser.machine.ts';
import { success } from '#machines/shared/result.ts';
import { ALL_AUTHENTICATORS, authenticatorLookUp, EXHAUSTED_LICENSE, EXPIRED_LICENSE } from './samples.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'method.chosen', method: 'sms' },
    { type: 'method.chosen', method: 'internalMail' },
    { type: 'method.chosen', method: 'mobileOtp' },
    { type: 'method.chosen', method: 'otpCard' },
    { type: 'lookup.retry' },
    { type: 'license.dismissed' },
    { type: 'chooser.back' },
  ],
  answers: {
    fetchAuthenticators: [
      success(authenticatorLookUp()),
      success(authenticatorLookUp(ALL_AUTHENTICATORS)),
      success(authenticatorLookUp({ mobileApp: 'offline' })),
      success(authenticatorLookUp({}, EXPIRED_LICENSE)),
      success(authenticatorLookUp({}, EXHAUSTED_LICENSE)),
      ...FAILURES,
    ],
  },
} satisfies Cases<ChooserMachine>;
