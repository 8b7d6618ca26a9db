import { cases } from '#cases/error-page/error-page.cases.ts';
import { errorPageMachine } from '#machines/error-page/error-page.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(errorPageMachine, {
  inputs: { 'a reason is known': { reason: 'invalidAccess' }, 'no reason is known': { reason: '' } },
  ...cases,
});
