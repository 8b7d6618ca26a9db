import type { Cases } from '#cases/cases.ts';
import { FAILURES } from '#cases/samples.ts';
import type { PasswordExpiryMachine } from '#machines/password-expiry/password-expiry.machine.ts';
import { success } from '#machines/shared/result.ts';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [],
  answers: {
    fetchSetting: [
      success({
        selfAuth: { sms: true, internalMail: true, privateMail: true, mobileOtp: true, push: true },
        proof: 'qna',
        passwordReuseLimit: 3,
        offersPasswordChange: true,
      }),
      FAILURES[0],
    ],
    'password-setup': [{ reason: 'saved', to: '/on' }, { reason: 'outdated' }, { reason: 'back' }],
  },
} satisfies Cases<PasswordExpiryMachine>;
