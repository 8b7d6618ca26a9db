import { cases } from '#cases/password-expiry/password-expiry.cases.ts';
import { passwordExpiryMachine } from '#machines/password-expiry/password-expiry.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(passwordExpiryMachine, {
  inputs: {
    'an expired password': {
      userId: 'kim',
      clientId: 'demo',
      token: 'token',
      reason: 'expired',
      expiredDay: '2026-01-31',
    },
  },
  ...cases,
});
