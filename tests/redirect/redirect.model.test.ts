import { cases } from '#cases/redirect/redirect.cases.ts';
import { redirectMachine } from '#machines/redirect/redirect.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(redirectMachine, {
  inputs: { 'a request may be pending': undefined },
  ...cases,
});
