import { cases } from '#cases/chooser/chooser.cases.ts';
import { input } from '#cases/chooser/samples.ts';
import { chooserMachine } from '#machines/chooser/chooser.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(chooserMachine, {
  inputs: { 'every method is allowed': input(), 'on SaaS': input({ isSaas: true }) },
  ...cases,
});
