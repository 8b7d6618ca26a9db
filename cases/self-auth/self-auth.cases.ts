import type { Cases } from '#cases/cases.ts';
import { FAILURES, loginResult } from '#cases/samples.ts';
import type { SelfAuthMachine } from '#machines/self-auth/self-auth.machine.ts';
import { failed, success } from '#machines/shared/result.ts';

const ACCOUNT = {
  canSetPassword: true,
  phoneNumber: '010-****-6789',
  internalMail: 'ki**@hanbit.example',
  privateMail: null,
};
/** Outputs of the flow of every method. */
const OUTCOMES = [{ reason: 'outdated' }, { reason: 'authenticated', login: loginResult() }] as const;

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    ...(['sms', 'internalMail', 'privateMail', 'mobileOtp', 'push'] as const).map((method) => ({
      type: 'method.chosen' as const,
      method,
    })),
    { type: 'names.submitted', lastName: '', firstName: '', info: ' ' },
    { type: 'names.submitted', lastName: '김', firstName: '하늘', info: '010-2345-6789' },
    { type: 'names.edited' },
    { type: 'code.sent', tokenCode: '1', validUntil: 300_000 },
    { type: 'step.back' },
    { type: 'step.requested', step: '' },
    { type: 'step.requested', step: 'proof' },
  ],
  answers: {
    lookUpContacts: [success(ACCOUNT), FAILURES[0]],
    verify: [success(ACCOUNT), FAILURES[0]],
    grantToken: [success('identity'), failed({ kind: 'unreachable' })],
    'sent-code': [...OUTCOMES],
    'device-code': [...OUTCOMES],
    push: [{ reason: 'left' }, ...OUTCOMES],
  },
} satisfies Cases<SelfAuthMachine>;
