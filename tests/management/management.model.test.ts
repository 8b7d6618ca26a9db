import { managementMachine } from '#machines/management/management.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases, inputs } from './management.cases.ts';

describeModel(managementMachine, {
  inputs: inputs(),
  ...cases,
});
