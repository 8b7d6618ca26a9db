import { deviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './device-code.cases.ts';
import { INPUTS } from './input.ts';

describeModel(deviceCodeMachine, {
  inputs: INPUTS,
  ...cases,
});
