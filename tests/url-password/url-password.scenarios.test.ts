import { describe, expect, it } from 'vitest';
import { rejected } from '#cases/samples.ts';
import type { Account, PasswordSecurity } from '#machines/shared/domain.ts';
import type { LinkRefusal } from '#machines/shared/password-steps.ts';
import { failed, success, UNEXPECTED, UNREACHABLE } from '#machines/shared/result.ts';
import { urlPasswordMachine } from '#machines/url-password/url-password.machine.ts';
import { start } from '#tests/support/model/start.ts';
import { INPUTS } from './input.ts';

function submitId() {
  const flow = start(urlPasswordMachine, INPUTS['a link']);
  flow.actor.send({ type: 'id.submitted', userId: 'kim' });
  return flow;
}

describe('a refused link', () => {
  it.each<[LinkRefusal, boolean]>([
    ['used', true],
    ['expired', true],
    ['closed', true],
    ['invalid', false],
  ])('with the refusal “%s” can be left for the sign-in: %s', async (refusal, leadsToSignIn) => {
    const { actor, ports } = submitId();
    await ports.verifyLink.answer({ ok: false, refusal });
    actor.send({ type: 'flow.leave' });
    expect(actor.getSnapshot().output).toEqual(
      leadsToSignIn ? { reason: 'finished', to: '/', passwordSavedFor: '' } : undefined,
    );
    expect(actor.getSnapshot().matches('entering')).toBe(!leadsToSignIn);
  });
});

const SETTING_WITHOUT_PROOF = {
  selfAuth: { sms: true, internalMail: true, privateMail: true, mobileOtp: true, push: true },
  passwordReuseLimit: 3,
  offersPasswordChange: true,
};
const CONTACTS = { canSetPassword: true, phoneNumber: null, internalMail: null, privateMail: null };

/** The response of the server about the service, and about the person when `account` is given. */
const conditions = (proof: PasswordSecurity['proof'], account: Partial<Account> | null = null) =>
  success({
    setting: { ...SETTING_WITHOUT_PROOF, proof },
    account: account && { ...CONTACTS, ...account },
  });

const SETTING = conditions('selfAuthOrQnA');

describe('the setting of the service', () => {
  it.each([
    ['selfAuthOrQnA', null, 'selecting'],
    ['selfAuthOrQnA', { phoneNumber: '010' }, 'selecting'],
    ['selfAuthOrQnA', { hasQuestion: true, phoneNumber: '010' }, 'selecting'],
    ['selfAuthOrQnA', { hasQuestion: true }, 'answering'],
    ['selfAuthOrQnA', { hasQuestion: false, phoneNumber: '010' }, 'identity'],
    ['qna', { hasQuestion: false, phoneNumber: '010' }, 'answering'],
    ['selfAuth', { hasQuestion: true }, 'identity'],
  ] as const)('%s offers the proofs that a person with %j can give: %s', async (proof, account, value) => {
    const { actor, ports } = submitId();
    await ports.verifyLink.answer({ ok: true, link: { kind: 'change', redirectUrl: '' } });
    expect(ports.fetchConditions.waiting().input).toEqual({ userId: 'kim', clientId: 'demo' });
    await ports.fetchConditions.answer(conditions(proof, account));
    expect(actor.getSnapshot().value).toBe(value);
  });

  it.each([
    ['change', 'selecting'],
    ['create', 'identity'],
  ] as const)('decides, for a link to %s, how the person proves their identity', async (kind, value) => {
    const { actor, ports } = submitId();
    await ports.verifyLink.answer({ ok: true, link: { kind, redirectUrl: '' } });
    await ports.fetchConditions.answer(SETTING);
    expect(actor.getSnapshot().value).toBe(value);
  });

  it.each([
    ['change', 'selecting'],
    ['create', 'entering'],
  ] as const)('decides, for a link to %s, where Prev of the identity check leads', async (kind, value) => {
    const { actor, ports } = submitId();
    await ports.verifyLink.answer({ ok: true, link: { kind, redirectUrl: '' } });
    await ports.fetchConditions.answer(SETTING);
    if (kind === 'change') actor.send({ type: 'method.chosen', method: 'selfAuth' });
    await ports['self-auth'].answer({ reason: 'back' });
    expect(actor.getSnapshot().value).toBe(value);
  });

  it('leaves the person at the ID entry, with the reason, when it cannot be fetched', async () => {
    const { actor, ports } = submitId();
    await ports.verifyLink.answer({ ok: true, link: { kind: 'change', redirectUrl: '' } });
    await ports.fetchConditions.answer(failed(UNREACHABLE));
    expect(actor.getSnapshot()).toMatchObject({
      value: 'entering',
      context: { failure: UNREACHABLE, setting: null },
    });
  });
});

it('a link that ends during the flow leads to the ID entry with the reason, and from there to the service', async () => {
  const { actor, ports } = submitId();
  const redirectUrl = 'https://service.example/start';
  await ports.verifyLink.answer({ ok: true, link: { kind: 'change', redirectUrl } });
  await ports.fetchConditions.answer(SETTING);
  actor.send({ type: 'method.chosen', method: 'selfAuth' });
  await ports['self-auth'].answer({ reason: 'passed', token: 'token', method: 'sms' });
  await ports['password-setup'].answer({ reason: 'linkEnded', refusal: 'expired' });
  expect(actor.getSnapshot()).toMatchObject({
    value: 'entering',
    context: { refusal: 'expired', token: '' },
  });
  actor.send({ type: 'flow.leave' });
  expect(actor.getSnapshot().output).toEqual({ reason: 'finished', to: redirectUrl, passwordSavedFor: '' });
});

const QUESTIONS = [{ questionId: 'trip', questionKo: '어디로?', questionEn: 'Where to?' }];

describe('an answer that the server refuses', () => {
  async function refuseAnswer() {
    const flow = submitId();
    const { ports } = flow;
    await ports.verifyLink.answer({ ok: true, link: { kind: 'create', redirectUrl: '' } });
    await ports.fetchConditions.answer(conditions('selfAuth'));
    await ports['self-auth'].answer({ reason: 'passed', token: 'token', method: 'sms' });
    await ports.questions.answer({
      reason: 'chosen',
      questionId: 'trip',
      answer: 'first',
      questions: QUESTIONS,
    });
    await ports['password-setup'].answer({ reason: 'saved', to: '' });
    await ports.saveAnswer.answer(failed(rejected('answerRefused', 400)));
    flow.actor.send({ type: 'ending.retry' });
    return flow;
  }

  it('can be replaced, and the password is not saved again', async () => {
    const { actor, ports } = await refuseAnswer();
    expect(actor.getSnapshot().value).toBe('replacing');
    expect(ports.questions.waiting().input).toMatchObject({ mode: 'create', fetchedQuestions: QUESTIONS });
    await ports.questions.answer({
      reason: 'chosen',
      questionId: 'trip',
      answer: 'second',
      questions: QUESTIONS,
    });
    expect(ports.saveAnswer.waiting().input).toMatchObject({ token: 'token', answer: 'second' });
    await ports.saveAnswer.answer(success(undefined));
    await ports.endLink.answer(success(undefined));
    expect(actor.getSnapshot().output).toEqual({ reason: 'finished', to: '/', passwordSavedFor: 'kim' });
  });

  it('that is replaced ends the link, and a call that throws is reported', async () => {
    const { actor, ports } = await refuseAnswer();
    await ports.questions.answer({
      reason: 'chosen',
      questionId: 'trip',
      answer: 'second',
      questions: QUESTIONS,
    });
    await ports.saveAnswer.answer(success(undefined));
    await ports.endLink.fail();
    expect(actor.getSnapshot().value).toBe('unfinished');
    expect(actor.getSnapshot().context.failure).toEqual(UNEXPECTED);
  });

  it('does not have to be replaced', async () => {
    const { actor, ports } = await refuseAnswer();
    await ports.questions.answer({ reason: 'back' });
    expect(actor.getSnapshot().value).toBe('unfinished');
  });
});
