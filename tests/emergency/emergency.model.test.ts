import { cases } from '#cases/emergency/emergency.cases.ts';
import { loginParameters, method } from '#cases/samples.ts';
import { emergencyMachine } from '#machines/emergency/emergency.machine.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(emergencyMachine, {
  inputs: {
    'the only method': method({ hasOtherMethods: false }),
    'one of several methods': method(),
    'the second of two steps': method({ login: loginParameters({ step: 'second' }), boxes: NO_BOXES }),
    'the first of two steps': method({ login: loginParameters({ step: 'first' }) }),
  },
  ...cases,
});
