import type { Cases } from '#cases/cases.ts';
import { FAILURES, policy } from '#cases/samples.ts';
import type { ForgotPasswordMachine } from '#machines/forgot-password/forgot-password.machine.ts';
import type { Account } from '#machines/shared/domain.ts';
import { success } from '#machines/shared/result.ts';

const ACCOUNT = { canSetPassword: true, phoneNumber: null, internalMail: 'k*@a.example', privateMail: null };
const SETTING = {
  selfAuth: { sms: true, internalMail: true, privateMail: true, mobileOtp: true, push: true },
  passwordReuseLimit: 3,
  offersPasswordChange: true,
};
/** An account without contacts and without a question. */
const ACCOUNT_WITHOUT_CONTACT_AND_QUESTION = { ...ACCOUNT, internalMail: null, hasQuestion: false };
/** An answer with the conditions of a password reset: which proofs the setting allows, and what the account has. */
const resetConditions = (
  proof: 'selfAuthOrQnA' | 'selfAuth' | 'qna',
  offersPasswordChange = true,
  account: Account = ACCOUNT,
) => success({ setting: { ...SETTING, proof, offersPasswordChange }, account });

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'id.submitted', userId: ' ' },
    { type: 'id.submitted', userId: 'kim' },
    { type: 'id.edited' },
    { type: 'method.chosen', method: 'selfAuth' },
    { type: 'method.chosen', method: 'questions' },
    { type: 'step.back' },
    { type: 'step.requested', step: '' },
    { type: 'step.requested', step: 'proof' },
  ],
  answers: {
    checkPolicy: [success({ userId: 'kim', policy: policy(['password']) }), FAILURES[0]],
    fetchResetConditions: [
      resetConditions('selfAuthOrQnA'),
      resetConditions('selfAuth'),
      resetConditions('qna'),
      resetConditions('qna', false),
      resetConditions('selfAuthOrQnA', true, ACCOUNT_WITHOUT_CONTACT_AND_QUESTION),
      FAILURES[0],
    ],
    'self-auth': [
      { reason: 'passed', token: 'token', method: 'sms' },
      { reason: 'outdated' },
      { reason: 'back' },
    ],
    questions: [{ reason: 'answered', token: 'token' }, { reason: 'outdated' }, { reason: 'back' }],
    'password-setup': [{ reason: 'saved', to: '' }, { reason: 'outdated' }, { reason: 'back' }],
  },
} satisfies Cases<ForgotPasswordMachine>;
