import { cases } from '#cases/provisioning/provisioning.cases.ts';
import { PROVISIONING_INPUT } from '#cases/provisioning/samples.ts';
import { provisioningMachine } from '#machines/provisioning/provisioning.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(provisioningMachine, {
  inputs: { 'a link': PROVISIONING_INPUT },
  ...cases,
});
