import { cases } from '#cases/network/network.cases.ts';
import { networkMachine } from '#machines/network/network.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(networkMachine, {
  inputs: {
    'the device starts online': { isOnline: true },
    'the device starts offline': { isOnline: false },
  },
  ...cases,
});
