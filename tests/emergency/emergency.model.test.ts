import { cases } from '#cases/emergency/emergency.cases.ts';
import { loginParameters, methodInput } from '#cases/samples.ts';
import { emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(emergencyMachine, {
  inputs: {
    'the only method': methodInput({ hasOtherMethods: false }),
    'one of several methods': methodInput(),
    'the second of two steps': methodInput({ login: loginParameters({ step: 'second' }), boxes: NO_BOXES }),
    'the first of two steps': methodInput({ login: loginParameters({ step: 'first' }) }),
  },
  ...cases,
});
