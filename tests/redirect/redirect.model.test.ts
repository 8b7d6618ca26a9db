import { redirectMachine } from '#machines/redirect/redirect.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './redirect.cases.ts';

describeModel(redirectMachine, {
  inputs: { 'a request may be pending': undefined },
  ...cases,
});
