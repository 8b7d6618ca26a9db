import { chooserMachine } from '#machines/chooser/chooser.machine.ts';
import { success } from '#machines/shared/result.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { FAILURES } from '#tests/support/model/samples.ts';
import { EVERYTHING, EXPIRED, FULL, found, input } from './samples.ts';

describeModel(chooserMachine, {
  inputs: { 'every method is allowed': input(), 'on SaaS': input({ isSaas: true }) },
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
      success(found()),
      success(found(EVERYTHING)),
      success(found({}, EXPIRED)),
      success(found({}, FULL)),
      ...FAILURES,
    ],
  },
});
