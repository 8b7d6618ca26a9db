import { cases } from '#cases/second-factor/second-factor.cases.ts';

import { describeModel } from '#tests/support/model/describe.ts';
import { decisiveValues, input, machineWithoutStorage } from './input.ts';

describeModel(machineWithoutStorage, {
  inputs: {
    'typed tokens': input({ password: 1, emergencyCode: 2, sms: 3, otpCard: 4, mobileOtp: 5 }),
    'tokens that start automatically': input({ push: 1, qrCode: 2, passkey: 3, internalMail: 4, sms: 5 }),
    'the card as the default': input(
      { otpCard: 1, sms: 2 },
      { policy: { secondDefault: '7', rememberBrowserDays: 30 } },
    ),
    'no token': input({}),
  },
  ...cases,
  project: decisiveValues,
});
