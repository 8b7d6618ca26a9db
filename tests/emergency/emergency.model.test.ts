import { emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './emergency.cases.ts';

describeModel(emergencyMachine, {
  inputs: {
    'the only method': { userId: 'kim', hasOtherMethods: false },
    'one of several methods': { userId: 'kim', hasOtherMethods: true },
  },
  ...cases,
});
