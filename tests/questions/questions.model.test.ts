import { cases } from '#cases/questions/questions.cases.ts';
import { questionsMachine } from '#machines/questions/questions.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(questionsMachine, {
  inputs: {
    'an answer': { userId: 'kim', clientId: 'demo', mode: 'answer' },
    'a choice': { userId: 'kim', clientId: 'demo', mode: 'create' },
  },
  ...cases,
});
