import { expect, it } from 'vitest';
import { rejected } from '#cases/samples.ts';
import { questionsMachine } from '#machines/questions/questions.machine.ts';
import type { Question } from '#machines/shared/password-steps.ts';
import { failed, type Result, success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const QUESTIONS = [{ questionId: 'trip', questionKo: '어디로?', questionEn: 'Where to?' }];

async function asked(mode: 'answer' | 'create') {
  const flow = start(questionsMachine, { userId: 'kim', clientId: 'demo', mode });
  await flow.ports.fetchQuestions.answer(success(QUESTIONS));
  return flow;
}

it('gives the token of a right answer to the flow that it is a step of', async () => {
  const { actor, ports } = await asked('answer');
  actor.send({ type: 'answer.submitted', questionId: 'trip', answer: ' Jeju ' });
  expect(ports.verifyAnswer.waiting().input).toEqual({ userId: 'kim', clientId: 'demo', answer: 'Jeju' });
  await ports.verifyAnswer.answer(success('token-1'));
  expect(actor.getSnapshot().output).toEqual({ reason: 'answered', token: 'token-1' });
});

it('asks the server nothing of a question that is chosen', async () => {
  const { actor, ports } = await asked('create');
  actor.send({ type: 'answer.submitted', questionId: 'trip', answer: ' Jeju ' });
  expect(ports.verifyAnswer.calls).toHaveLength(0);
  expect(actor.getSnapshot().output).toEqual({
    reason: 'chosen',
    questionId: 'trip',
    answer: 'Jeju',
    questions: QUESTIONS,
  });
});

it.each([
  ['one character', ' 섬 ', false],
  ['one character that stands for two', '㎏', true],
  ['two characters', '제주', true],
  ['100 characters', 'x'.repeat(100), true],
  ['101 characters', 'x'.repeat(101), false],
])('leaves an answer that the server will keep: %s', async (_name, answer, isKept) => {
  const { actor } = await asked('create');
  actor.send({ type: 'answer.submitted', questionId: 'trip', answer });
  expect(actor.getSnapshot().matches('done')).toBe(isKept);
  expect(actor.getSnapshot().context.problem).toBe(isKept ? null : 'questions.wrongLength');
});

it('leaves to the server how long an answer is that was given before', async () => {
  const { actor, ports } = await asked('answer');
  actor.send({ type: 'answer.submitted', questionId: 'trip', answer: '섬' });
  expect(ports.verifyAnswer.calls).toHaveLength(1);
});

it('asks for no questions that are known already', () => {
  const { actor, ports } = start(questionsMachine, {
    userId: 'kim',
    clientId: 'demo',
    mode: 'create',
    known: QUESTIONS,
  });
  expect(ports.fetchQuestions.calls).toHaveLength(0);
  expect(actor.getSnapshot()).toMatchObject({ value: 'entering', context: { questions: QUESTIONS } });
});

it.each<[string, Result<readonly Question[]>, string]>([
  ['that there is no question where the server knows of none', failed(rejected('notFound', 404)), 'missing'],
  ['that there is no question where the server lists none', success([]), 'missing'],
  ['that the question did not arrive where the server refuses it', failed(rejected('x', 403)), 'unloaded'],
])('tells %s', async (_name, answer, value) => {
  const { actor, ports } = start(questionsMachine, { userId: 'kim', clientId: 'demo', mode: 'answer' });
  await ports.fetchQuestions.answer(answer);
  expect(actor.getSnapshot().value).toBe(value);
});

it('offers to ask again where the question did not arrive', async () => {
  const { actor, ports } = start(questionsMachine, { userId: 'kim', clientId: 'demo', mode: 'answer' });
  await ports.fetchQuestions.answer(failed(rejected('x', 500)));
  expect(actor.getSnapshot()).toMatchObject({ value: 'unloaded', context: { failure: { status: 500 } } });
  actor.send({ type: 'questions.retry' });
  await ports.fetchQuestions.fail(new Error('broken'));
  expect(actor.getSnapshot().value).toBe('unloaded');
  actor.send({ type: 'questions.retry' });
  await ports.fetchQuestions.answer(success(QUESTIONS));
  expect(actor.getSnapshot().value).toBe('entering');
});
