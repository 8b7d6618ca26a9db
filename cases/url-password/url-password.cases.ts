import type { Cases } from '#cases/cases.ts';
import { FAILURES, rejected } from '#cases/samples.ts';
import { failed, success } from '#machines/shared/result.ts';
import type { UrlPasswordMachine } from '#machines/url-password/url-password.machine.ts';

const SETTING = {
  selfAuth: { sms: true, internalMail: true, privateMail: true, mobileOtp: true, push: true },
  passwordReuseLimit: 3,
  offersPasswordChange: true,
};
const QUESTION = { questionId: 'trip', questionKo: '어디로?', questionEn: 'Where to?' };
/** An answer with the proofs that the setting allows; without `hasQuestion`, it contains no account. */
const resetConditions = (proof: 'selfAuthOrQnA' | 'selfAuth' | 'qna', hasQuestion?: boolean) => {
  const contacts = { canSetPassword: true, phoneNumber: '010', internalMail: null, privateMail: null };
  const account = hasQuestion === undefined ? null : { ...contacts, hasQuestion };
  return success({ setting: { ...SETTING, proof }, account });
};

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'id.submitted', userId: ' ' },
    { type: 'id.submitted', userId: 'kim' },
    { type: 'id.edited' },
    { type: 'method.chosen', method: 'selfAuth' },
    { type: 'method.chosen', method: 'questions' },
    { type: 'ending.retry' },
    { type: 'flow.leave' },
    { type: 'step.back' },
    { type: 'step.requested', step: '' },
    { type: 'step.requested', step: 'proof' },
  ],
  answers: {
    verifyLink: [
      { ok: true, link: { kind: 'create', redirectUrl: 'https://service.example/start' } },
      { ok: true, link: { kind: 'change', redirectUrl: '' } },
      { ok: false, refusal: 'used' },
      { ok: null, failure: { kind: 'unreachable' } },
    ],
    fetchConditions: [
      resetConditions('selfAuthOrQnA'),
      resetConditions('selfAuthOrQnA', true),
      resetConditions('selfAuthOrQnA', false),
      resetConditions('selfAuth'),
      resetConditions('qna'),
      FAILURES[0],
    ],
    'self-auth': [
      { reason: 'passed', token: 'token', method: 'sms' },
      { reason: 'outdated' },
      { reason: 'back' },
    ],
    questions: [
      { reason: 'answered', token: 'token' },
      { reason: 'chosen', questionId: 'trip', answer: '제주도', questions: [QUESTION] },
      { reason: 'outdated' },
      { reason: 'back' },
    ],
    'password-setup': [
      { reason: 'saved', to: '' },
      { reason: 'linkEnded', refusal: 'expired' },
      { reason: 'outdated' },
      { reason: 'back' },
    ],
    saveAnswer: [success(undefined), failed(rejected('answerRefused', 400)), FAILURES[0]],
    endLink: [success(undefined), FAILURES[0]],
  },
} satisfies Cases<UrlPasswordMachine>;
