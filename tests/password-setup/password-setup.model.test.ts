import { passwordSetupMachine } from '#machines/password-setup/password-setup.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './password-setup.cases.ts';

describeModel(passwordSetupMachine, {
  inputs: {
    'a change': { userId: 'kim', token: 'token', type: 'change', reuseLimit: 3 },
    'a new one': { userId: 'kim', token: 'token', type: 'create', reuseLimit: 0 },
  },
  ...cases,
});
