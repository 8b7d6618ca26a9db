import { assertEvent, assign, setup } from 'xstate';
import { isOutdated, requireOutcome } from '#machines/shared/outcome.ts';
import type { Question, QuestionsInput, QuestionsOutput } from '#machines/shared/password-steps.ts';
import { port } from '#machines/shared/port.ts';
import { type Failure, type Result, UNEXPECTED } from '#machines/shared/result.ts';
import { isAnswer } from '#wire/question-answer.ts';

export type QuestionsEvent =
  | { readonly type: 'answer.submitted'; readonly questionId: string; readonly answer: string }
  | { readonly type: 'answer.edited' }
  | { readonly type: 'questions.retry' }
  | { readonly type: 'step.back' };

type QuestionsContext = QuestionsInput & {
  readonly questions: readonly Question[];
  readonly problem: 'explanation.QnA.failure.enter' | 'questions.wrongLength' | null;
  readonly failure: Failure | null;
  readonly outcome: QuestionsOutput | null;
};

type QuestionsResult = Result<readonly Question[]>;
type TokenResult = Result<string>;
type QuestionsRequest = {
  readonly userId: string;
  readonly clientId: string;
  readonly mode: QuestionsInput['mode'];
};

const hasNoQuestion = (answer: QuestionsResult): boolean =>
  answer.ok ? answer.value.length === 0 : answer.failure.kind === 'rejected' && answer.failure.status === 404;

/**
 * The person answers their question, or chooses a question and an answer (spec sections 2 and 5). Other flows use this flow
 * as a step.
 */
export const questionsMachine = setup({
  types: {
    context: {} as QuestionsContext,
    events: {} as QuestionsEvent,
    input: {} as QuestionsInput,
    output: {} as QuestionsOutput,
    tags: {} as 'busy',
  },
  actors: {
    /** Fetches the question of the person, or all questions to choose from. */
    fetchQuestions: port<QuestionsResult, QuestionsRequest>('questions.fetchQuestions'),
    verifyAnswer: port<TokenResult, { userId: string; clientId: string; answer: string }>(
      'questions.verifyAnswer',
    ),
  },
  guards: {
    hasQuestions: ({ context }) => context.questions.length > 0,
    hasNoQuestion: (_, answer: QuestionsResult) => hasNoQuestion(answer),
    areQuestionsLoaded: (_, answer: QuestionsResult) => answer.ok,
    isOutdated: (_, answer: Result<unknown>) => isOutdated(answer),
    isBlank: (_, answer: string) => answer.trim() === '',
    isChoice: ({ context }) => context.mode === 'create',
    /** The server would reject the answer after the password is saved. */
    isAnswerInvalid: ({ context }, answer: string) => context.mode === 'create' && !isAnswer(answer),
    isAnswerCorrect: (_, answer: TokenResult) => answer.ok,
  },
  actions: {
    setQuestions: assign((_, answer: QuestionsResult) => (answer.ok ? { questions: answer.value } : {})),
    setBlankProblem: assign({ problem: 'explanation.QnA.failure.enter' as const, failure: null }),
    setLengthProblem: assign({ problem: 'questions.wrongLength' as const, failure: null }),
    clearProblem: assign({ problem: null, failure: null }),
    setFailure: assign((_, failure: Failure) => ({ failure })),
    setChosenAnswer: assign(
      ({ context: { questions } }, { questionId, answer }: { questionId: string; answer: string }) => ({
        outcome: { reason: 'chosen' as const, questionId, answer: answer.trim(), questions },
      }),
    ),
    setToken: assign((_, answer: TokenResult) =>
      answer.ok ? { outcome: { reason: 'answered' as const, token: answer.value } } : {},
    ),
    end: assign((_, reason: 'back' | 'outdated') => ({ outcome: { reason } })),
  },
}).createMachine({
  id: 'questions',
  context: ({ input }) => ({
    ...input,
    questions: input.fetchedQuestions ?? [],
    problem: null,
    failure: null,
    outcome: null,
  }),
  initial: 'opening',
  output: ({ context }) => requireOutcome(context),
  states: {
    opening: {
      description: 'Fetched questions are not requested again.',
      always: [{ guard: 'hasQuestions', target: 'entering' }, { target: 'loading' }],
    },
    loading: {
      description: 'Fetches the question of the person, or a list of questions.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'fetchQuestions',
        src: 'fetchQuestions',
        input: ({ context: { userId, clientId, mode } }) => ({ userId, clientId, mode }),
        onDone: [
          { guard: { type: 'hasNoQuestion', params: ({ event }) => event.output }, target: 'missing' },
          {
            guard: { type: 'areQuestionsLoaded', params: ({ event }) => event.output },
            target: 'entering',
            actions: { type: 'setQuestions', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'end', params: 'outdated' },
          },
          {
            target: 'unloaded',
            actions: {
              type: 'setFailure',
              params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
            },
          },
        ],
        onError: { target: 'unloaded', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    missing: {
      description: 'There is no question; only Prev is offered.',
      on: { 'step.back': { target: 'done', actions: { type: 'end', params: 'back' } } },
    },
    unloaded: {
      description: 'The question did not arrive. The person can retry.',
      on: {
        'questions.retry': 'loading',
        'step.back': { target: 'done', actions: { type: 'end', params: 'back' } },
      },
    },
    entering: {
      description: 'Waits for the answer.',
      on: {
        'answer.submitted': [
          { guard: { type: 'isBlank', params: ({ event }) => event.answer }, actions: 'setBlankProblem' },
          {
            guard: { type: 'isAnswerInvalid', params: ({ event }) => event.answer },
            actions: 'setLengthProblem',
          },
          {
            guard: 'isChoice',
            target: 'done',
            actions: ['clearProblem', { type: 'setChosenAnswer', params: ({ event }) => event }],
          },
          { target: 'verifying', actions: 'clearProblem' },
        ],
        'answer.edited': { actions: 'clearProblem' },
        'step.back': { target: 'done', actions: { type: 'end', params: 'back' } },
      },
    },
    verifying: {
      description: 'The server compares the answer.',
      tags: 'busy',
      invoke: {
        id: 'verifyAnswer',
        src: 'verifyAnswer',
        input: ({ context: { userId, clientId }, event }) => {
          assertEvent(event, 'answer.submitted');
          return { userId, clientId, answer: event.answer.trim() };
        },
        onDone: [
          {
            guard: { type: 'isAnswerCorrect', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'setToken', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isOutdated', params: ({ event }) => event.output },
            target: 'done',
            actions: { type: 'end', params: 'outdated' },
          },
          {
            target: 'entering',
            actions: {
              type: 'setFailure',
              params: ({ event }) => (event.output.ok ? UNEXPECTED : event.output.failure),
            },
          },
        ],
        onError: { target: 'entering', actions: { type: 'setFailure', params: UNEXPECTED } },
      },
    },
    done: { type: 'final' },
  },
});

export type QuestionsMachine = typeof questionsMachine;
