import { passwordExpiryMachine } from '#machines/password-expiry/password-expiry.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './password-expiry.cases.ts';

describeModel(passwordExpiryMachine, {
  inputs: {
    'an expired password': {
      userId: 'kim',
      clientId: 'demo',
      token: 'token',
      why: 'expired',
      expiredDay: '2026-01-31',
    },
  },
  ...cases,
});
