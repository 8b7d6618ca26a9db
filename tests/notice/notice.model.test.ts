import { noticeMachine } from '#machines/notice/notice.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(noticeMachine, {
  inputs: { 'a reason is known': { reason: 'invalidAccess' }, 'no reason is known': { reason: '' } },
  events: [{ type: 'notice.leave' }],
  answers: {},
});
