import { expect, it } from 'vitest';
import { rejected } from '#cases/samples.ts';
import { questionsMachine } from '#machines/questions/questions.machine.ts';
import type { Question } from '#machines/shared/password-steps.ts';
import { failed, type Result, success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const QUESTIONS = [{ questionId: 'trip', questionKo: '어디로?', questionEn: 'Where to?' }];

async function openQuestion(mode: 'answer' | 'create') {
  const flow = start(questionsMachine, { userId: 'kim', clientId: 'demo', mode });
  await flow.ports.fetchQuestions.answer(success(QUESTIONS));
  return flow;
}

it('a correct answer ends the flow with its token', async () => {
  const { actor, ports } = await openQuestion('answer');
  actor.send({ type: 'answer.submitted', questionId: 'trip', answer: ' Jeju ' });
  expect(ports.verifyAnswer.waiting().input).toEqual({ userId: 'kim', clientId: 'demo', answer: 'Jeju' });
  await ports.verifyAnswer.answer(success('token-1'));
  expect(actor.getSnapshot().output).toEqual({ reason: 'answered', token: 'token-1' });
});

it('a chosen question ends the flow without a call', async () => {
  const { actor, ports } = await openQuestion('create');
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
  ['one character that is normalized to two', '㎏', true],
  ['two characters', '제주', true],
  ['100 characters', 'x'.repeat(100), true],
  ['101 characters', 'x'.repeat(101), false],
])('a new answer of %s is accepted when the server can store it', async (_name, answer, isAccepted) => {
  const { actor } = await openQuestion('create');
  actor.send({ type: 'answer.submitted', questionId: 'trip', answer });
  expect(actor.getSnapshot().matches('done')).toBe(isAccepted);
  expect(actor.getSnapshot().context.problem).toBe(isAccepted ? null : 'questions.wrongLength');
});

it('an existing answer is sent to the server whatever its length', async () => {
  const { actor, ports } = await openQuestion('answer');
  actor.send({ type: 'answer.submitted', questionId: 'trip', answer: '섬' });
  expect(ports.verifyAnswer.calls).toHaveLength(1);
});

it('known questions are not fetched again', () => {
  const { actor, ports } = start(questionsMachine, {
    userId: 'kim',
    clientId: 'demo',
    mode: 'create',
    fetchedQuestions: QUESTIONS,
  });
  expect(ports.fetchQuestions.calls).toHaveLength(0);
  expect(actor.getSnapshot()).toMatchObject({ value: 'entering', context: { questions: QUESTIONS } });
});

it.each<[string, Result<readonly Question[]>, string]>([
  ['the server answers 404', failed(rejected('notFound', 404)), 'missing'],
  ['the server lists no question', success([]), 'missing'],
  ['the server refuses the call', failed(rejected('x', 403)), 'unloaded'],
])('when %s, the answer %o leads to the state %s', async (_name, answer, value) => {
  const { actor, ports } = start(questionsMachine, { userId: 'kim', clientId: 'demo', mode: 'answer' });
  await ports.fetchQuestions.answer(answer);
  expect(actor.getSnapshot().value).toBe(value);
});

it('a question that could not be fetched is fetched again on request', async () => {
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
