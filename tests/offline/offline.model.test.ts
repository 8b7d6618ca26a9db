import { cases } from '#cases/offline/offline.cases.ts';
import { offlineMachine } from '#machines/offline/offline.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(offlineMachine, {
  inputs: {
    'the device starts online': { isOnline: true },
    'the device starts offline': { isOnline: false },
  },
  ...cases,
});
