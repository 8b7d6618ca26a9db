import { backTransition } from '#machines/shared/password-flow.ts';
import { reportFailure, reportUnexpected } from '#machines/shared/report-failure.ts';
import { questionsInput, urlPasswordSetup } from './url-password.setup.ts';

/** The states after the password is saved: the answer to the question is saved, then the link is ended. */
export const finishing = {
  ending: urlPasswordSetup.createStateConfig({
    description: 'The password is saved; the remaining calls follow.',
    always: [{ guard: 'hasAnswer', target: 'savingAnswer' }, { target: 'endingLink' }],
  }),
  savingAnswer: urlPasswordSetup.createStateConfig({
    description: 'The server saves the answer.',
    tags: 'busy',
    invoke: {
      id: 'saveAnswer',
      src: 'saveAnswer',
      input: ({ context: { userId, token, chosenAnswer } }) => ({
        userId,
        token,
        questionId: chosenAnswer?.questionId ?? '',
        answer: chosenAnswer?.answer ?? '',
      }),
      onDone: [
        {
          guard: { type: 'hasSucceeded', params: ({ event }) => event.output },
          target: 'endingLink',
          actions: [{ type: 'setFinishedCall', params: 'answer' }, 'forgetAnswer'],
        },
        { target: 'unfinished', actions: reportFailure },
      ],
      onError: { target: 'unfinished', actions: reportUnexpected },
    },
  }),
  endingLink: urlPasswordSetup.createStateConfig({
    description: 'The server ends the link.',
    tags: 'busy',
    invoke: {
      id: 'endLink',
      src: 'endLink',
      input: ({ context: { userId, token, ak } }) => ({ userId, token, ak }),
      onDone: [
        {
          guard: { type: 'hasSucceeded', params: ({ event }) => event.output },
          target: 'done',
          actions: [
            { type: 'setFinishedCall', params: 'init' },
            { type: 'setFinished', params: { isPasswordSaved: true } },
          ],
        },
        { target: 'unfinished', actions: reportFailure },
      ],
      onError: { target: 'unfinished', actions: reportUnexpected },
    },
  }),
  unfinished: urlPasswordSetup.createStateConfig({
    description: 'The password is saved, but a later call failed. A retry repeats the remaining calls.',
    on: {
      'ending.retry': [{ guard: 'isQuestionAnswerRefused', target: 'replacing' }, { target: 'ending' }],
      'flow.leave': { target: 'done', actions: { type: 'setFinished', params: { isPasswordSaved: true } } },
    },
  }),
  replacing: urlPasswordSetup.createStateConfig({
    description: 'The server has rejected the answer. The person chooses a question again.',
    meta: { step: 'proof' },
    on: backTransition('questions'),
    invoke: {
      id: 'questions',
      src: 'questions',
      input: ({ context }) => questionsInput(context),
      onDone: [
        {
          guard: { type: 'isChosen', params: ({ event }) => event.output },
          target: 'savingAnswer',
          actions: { type: 'setChosenAnswer', params: ({ event }) => event.output },
        },
        { target: 'unfinished' },
      ],
      onError: { target: 'unfinished', actions: reportUnexpected },
    },
  }),
};
