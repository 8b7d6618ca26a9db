import { errorPageMachine } from '#machines/error-page/error-page.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './error-page.cases.ts';

describeModel(errorPageMachine, {
  inputs: { 'a reason is known': { reason: 'invalidAccess' }, 'no reason is known': { reason: '' } },
  ...cases,
});
