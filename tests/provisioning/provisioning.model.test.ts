import { provisioningMachine } from '#machines/provisioning/provisioning.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './provisioning.cases.ts';
import { INPUT } from './samples.ts';

describeModel(provisioningMachine, {
  inputs: { 'a link': INPUT },
  ...cases,
});
