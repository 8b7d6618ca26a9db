import type { Cases } from '#cases/cases.ts';
import { FAILURES, rejected } from '#cases/samples.ts';
import type { QuestionsMachine } from '#machines/questions/questions.machine.ts';
import type { Question } from '#machines/shared/password-steps.ts';
import { failed, success } from '#machines/shared/result.ts';

const QUESTION: Question = { questionId: 'trip', questionKo: '어디로?', questionEn: 'Where to?' };
const ANSWER = '제주도의 바다';

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'answer.submitted', questionId: 'trip', answer: ' ' },
    { type: 'answer.submitted', questionId: 'trip', answer: '섬' },
    { type: 'answer.submitted', questionId: 'trip', answer: ANSWER },
    { type: 'answer.edited' },
    { type: 'questions.retry' },
    { type: 'step.back' },
  ],
  answers: {
    fetchQuestions: [
      success([QUESTION]),
      success([]),
      failed(rejected('noQnA', 404)),
      failed(rejected('', 401)),
      ...FAILURES,
    ],
    verifyAnswer: [success('token'), failed(rejected('', 401)), ...FAILURES],
  },
} satisfies Cases<QuestionsMachine>;
