import { cases, managementInputs } from '#cases/management/management.cases.ts';
import { managementMachine } from '#machines/management/management.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(managementMachine, {
  inputs: managementInputs(),
  ...cases,
});
