import { type OtpInput, otpMachine } from '#machines/otp/otp.machine.ts';
import { SERVICE } from '#tests/support/model/samples.ts';

export const input = (changes: Partial<OtpInput> = {}): OtpInput => ({
  userId: 'kim',
  clientId: SERVICE,
  tokenCode: '1',
  contacts: ['010-****-5678'],
  isFixed: false,
  alwaysSend: false,
  startsAlone: false,
  hasOtherMethods: true,
  validUntil: null,
  ...changes,
});

/** The machine where nobody keeps the deadline. */
export const unkept = otpMachine.provide({ actions: { keepPending: () => undefined } });
