import { provisioningMachine } from '#machines/provisioning/provisioning.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { FAILURES } from '#tests/support/model/samples.ts';
import { INPUT, PREPARED } from './samples.ts';

describeModel(provisioningMachine, {
  inputs: { 'a link': INPUT },
  events: [{ type: 'provisioning.retry' }, { type: 'provisioning.leave' }],
  answers: { fetchProvision: [PREPARED, ...FAILURES], openApp: [undefined] },
});
