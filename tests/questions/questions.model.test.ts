import { cases } from '#cases/questions/questions.cases.ts';
import { questionsMachine } from '#machines/questions/questions.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

describeModel(questionsMachine, {
  inputs: {
    'an answer': { userId: 'kim', clientId: 'demo', mode: 'answer' },
    'a choice': { userId: 'kim', clientId: 'demo', mode: 'create' },
    'questions are known': {
      userId: 'kim',
      clientId: 'demo',
      mode: 'create',
      fetchedQuestions: [{ questionId: 'trip', questionKo: '어디로?', questionEn: 'Where to?' }],
    },
  },
  ...cases,
});
