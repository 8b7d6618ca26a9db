import { chooserMachine } from '#machines/chooser/chooser.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './chooser.cases.ts';
import { input } from './samples.ts';

describeModel(chooserMachine, {
  inputs: { 'every method is allowed': input(), 'on SaaS': input({ isSaas: true }) },
  ...cases,
});
