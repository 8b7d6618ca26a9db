import { cases } from '#cases/signed-in/signed-in.cases.ts';
import { signedInMachine } from '#machines/signed-in/signed-in.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(signedInMachine, {
  inputs: {
    'a person': { userId: 'kim', canManage: true },
    'a person without a service': { userId: 'kim', canManage: false },
  },
  ...cases,
});
