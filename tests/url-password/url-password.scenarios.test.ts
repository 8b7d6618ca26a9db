import { describe, expect, it } from 'vitest';
import { rejected } from '#cases/samples.ts';
import type { Account, PasswordSecurity } from '#machines/shared/domain.ts';
import type { LinkRefusal } from '#machines/shared/password-steps.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { urlPasswordMachine } from '#machines/url-password/url-password.machine.ts';
import { start } from '#tests/support/model/start.ts';

function enter() {
  const flow = start(urlPasswordMachine, {
    clientId: 'demo',
    ak: 'ak-1',
    isInsideApp: false,
    hasRestarted: false,
  });
  flow.actor.send({ type: 'id.submitted', userId: 'kim' });
  return flow;
}

describe('a refused link', () => {
  it.each<[LinkRefusal, boolean]>([
    ['used', true],
    ['expired', true],
    ['closed', true],
    ['invalid', false],
  ])('that is %s leads to the sign-in alone: %s', async (refusal, leadsThere) => {
    const { actor, ports } = enter();
    await ports.verifyLink.answer({ ok: false, refusal });
    actor.send({ type: 'flow.leave' });
    expect(actor.getSnapshot().output).toEqual(
      leadsThere ? { reason: 'finished', to: '/', passwordSavedFor: '' } : undefined,
    );
    expect(actor.getSnapshot().matches('entering')).toBe(!leadsThere);
  });
});

const PLAIN_SETTING = {
  selfAuth: { sms: true, internalMail: true, privateMail: true, mobileOtp: true, push: true },
  passwordReuseLimit: 3,
  offersPasswordChange: true,
};
const CONTACTS = { canSetPassword: true, phoneNumber: null, internalMail: null, privateMail: null };

/** What the server says of the service, and of the person where `account` is given. */
const conditions = (proof: PasswordSecurity['proof'], account: Partial<Account> | null = null) =>
  success({
    setting: { ...PLAIN_SETTING, proof },
    account: account && { ...CONTACTS, ...account },
  });

describe('the setting of the service', () => {
  const SETTING = conditions('selfAuthOrQnA');

  it.each([
    ['selfAuthOrQnA', null, 'selecting'],
    ['selfAuthOrQnA', { phoneNumber: '010' }, 'selecting'],
    ['selfAuthOrQnA', { hasQuestion: true, phoneNumber: '010' }, 'selecting'],
    ['selfAuthOrQnA', { hasQuestion: true }, 'answering'],
    ['selfAuthOrQnA', { hasQuestion: false, phoneNumber: '010' }, 'identity'],
    ['qna', { hasQuestion: false, phoneNumber: '010' }, 'answering'],
    ['selfAuth', { hasQuestion: true }, 'identity'],
  ] as const)('%s offers the proofs that a person with %j can give: %s', async (proof, account, value) => {
    const { actor, ports } = enter();
    await ports.verifyLink.answer({ ok: true, link: { kind: 'change', redirectUrl: '' } });
    expect(ports.fetchConditions.waiting().input).toEqual({ userId: 'kim', clientId: 'demo' });
    await ports.fetchConditions.answer(conditions(proof, account));
    expect(actor.getSnapshot().value).toBe(value);
  });

  it.each([
    ['change', 'selecting'],
    ['create', 'identity'],
  ] as const)('says, for a link to %s, how the person proves who they are', async (kind, value) => {
    const { actor, ports } = enter();
    await ports.verifyLink.answer({ ok: true, link: { kind, redirectUrl: '' } });
    await ports.fetchConditions.answer(SETTING);
    expect(actor.getSnapshot().value).toBe(value);
  });

  it.each([
    ['change', 'selecting'],
    ['create', 'entering'],
  ] as const)('says, for a link to %s, where Prev of the identity check leads', async (kind, value) => {
    const { actor, ports } = enter();
    await ports.verifyLink.answer({ ok: true, link: { kind, redirectUrl: '' } });
    await ports.fetchConditions.answer(SETTING);
    if (kind === 'change') actor.send({ type: 'method.chosen', method: 'selfAuth' });
    await ports['self-auth'].answer({ reason: 'back' });
    expect(actor.getSnapshot().value).toBe(value);
  });

  it('leads back to the ID when the link ends meanwhile, with the reason and the way to the service', async () => {
    const { actor, ports } = enter();
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

  it('that does not come leaves the person at the ID, with the reason', async () => {
    const { actor, ports } = enter();
    await ports.verifyLink.answer({ ok: true, link: { kind: 'change', redirectUrl: '' } });
    await ports.fetchConditions.answer(failed(UNREACHABLE));
    expect(actor.getSnapshot()).toMatchObject({
      value: 'entering',
      context: { failure: UNREACHABLE, setting: null },
    });
  });
});

const QUESTIONS = [{ questionId: 'trip', questionKo: '어디로?', questionEn: 'Where to?' }];

describe('an answer that the server does not keep', () => {
  async function refused() {
    const flow = enter();
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

  it('is given anew, and the password is not saved once more', async () => {
    const { actor, ports } = await refused();
    expect(actor.getSnapshot().value).toBe('replacing');
    expect(ports.questions.waiting().input).toMatchObject({ mode: 'create', known: QUESTIONS });
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

  it('can be left at that', async () => {
    const { actor, ports } = await refused();
    await ports.questions.answer({ reason: 'back' });
    expect(actor.getSnapshot().value).toBe('unfinished');
  });
});
