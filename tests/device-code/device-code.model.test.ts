import { cases } from '#cases/device-code/device-code.cases.ts';
import { deviceCodeMachine } from '#machines/device-code/device-code.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { INPUTS } from './input.ts';

describeModel(deviceCodeMachine, {
  inputs: INPUTS,
  ...cases,
});
