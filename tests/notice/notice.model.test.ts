import { noticeMachine } from '#machines/notice/notice.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { cases } from './notice.cases.ts';

describeModel(noticeMachine, {
  inputs: { 'a reason is known': { reason: 'invalidAccess' }, 'no reason is known': { reason: '' } },
  ...cases,
});
