import { cases } from '#cases/chooser/chooser.cases.ts';
import { chooserInput } from '#cases/chooser/samples.ts';
import { chooserMachine } from '#machines/chooser/chooser.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(chooserMachine, {
  inputs: { 'every method is allowed': chooserInput(), 'on SaaS': chooserInput({ isSaas: true }) },
  ...cases,
});
