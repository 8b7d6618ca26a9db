import { backOf } from '#machines/shared/password-flow.ts';
import { TELL, TELL_BROKEN } from '#machines/shared/telling.ts';
import { questionChoice, urlPasswordSetup } from './url-password.setup.ts';

/** The end of the flow, once the password is saved: the answer, then the link. */
export const whatIsLeft = {
  ending: urlPasswordSetup.createStateConfig({
    description: 'The password is saved. What is left of the end follows.',
    always: [{ guard: 'hasAnswer', target: 'keeping' }, { target: 'closing' }],
  }),
  keeping: urlPasswordSetup.createStateConfig({
    description: 'The answer is saved.',
    tags: 'busy',
    invoke: {
      id: 'keepAnswer',
      src: 'keepAnswer',
      input: ({ context: { userId, token, chosen } }) => ({
        userId,
        token,
        questionId: chosen?.questionId ?? '',
        answer: chosen?.answer ?? '',
      }),
      onDone: [
        {
          guard: { type: 'isDone', params: ({ event }) => event.output },
          target: 'closing',
          actions: [{ type: 'noteDone', params: 'answer' }, 'forgetAnswer'],
        },
        { target: 'unfinished', actions: TELL },
      ],
      onError: { target: 'unfinished', actions: TELL_BROKEN },
    },
  }),
  closing: urlPasswordSetup.createStateConfig({
    description: 'The link is ended.',
    tags: 'busy',
    invoke: {
      id: 'endLink',
      src: 'endLink',
      input: ({ context: { userId, token, ak } }) => ({ userId, token, ak }),
      onDone: [
        {
          guard: { type: 'isDone', params: ({ event }) => event.output },
          target: 'done',
          actions: [{ type: 'noteDone', params: 'init' }, 'noteFinished'],
        },
        { target: 'unfinished', actions: TELL },
      ],
      onError: { target: 'unfinished', actions: TELL_BROKEN },
    },
  }),
  unfinished: urlPasswordSetup.createStateConfig({
    description: 'The password is saved, the rest is not. Another try repeats what is not done yet.',
    on: {
      'ending.retry': [{ guard: 'isAnswerRefused', target: 'replacing' }, { target: 'ending' }],
      'flow.leave': { target: 'done', actions: 'noteFinished' },
    },
  }),
  replacing: urlPasswordSetup.createStateConfig({
    description: 'The server does not keep this answer: the person chooses and answers once more.',
    meta: { step: 'proof' },
    on: backOf('questions'),
    invoke: {
      id: 'questions',
      src: 'questions',
      input: ({ context }) => questionChoice(context),
      onDone: [
        {
          guard: { type: 'isChosen', params: ({ event }) => event.output },
          target: 'keeping',
          actions: { type: 'noteChosen', params: ({ event }) => event.output },
        },
        { target: 'unfinished' },
      ],
      onError: { target: 'unfinished', actions: TELL_BROKEN },
    },
  }),
};
