import { cases } from '#cases/password-setup/password-setup.cases.ts';
import { passwordSetupMachine } from '#machines/password-setup/password-setup.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(passwordSetupMachine, {
  inputs: {
    'a change': { userId: 'kim', token: 'token', type: 'change', reuseLimit: 3 },
    'a new one': { userId: 'kim', token: 'token', type: 'create', reuseLimit: 0 },
  },
  ...cases,
});
