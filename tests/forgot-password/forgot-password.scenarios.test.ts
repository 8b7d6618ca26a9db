import { describe, expect, it } from 'vitest';
import { policy } from '#cases/samples.ts';
import { forgotPasswordMachine } from '#machines/forgot-password/forgot-password.machine.ts';
import type { Account, PasswordSecurity } from '#machines/shared/domain.ts';
import { success } from '#machines/shared/result.ts';
import { start } from '#tests/support/model/start.ts';

const NO_CONTACTS = { canSetPassword: true, phoneNumber: null, internalMail: null, privateMail: null };
const SETTING = {
  selfAuth: { sms: true, internalMail: false, privateMail: false, mobileOtp: true, push: true },
  passwordReuseLimit: 3,
  offersPasswordChange: true,
};

/** The state of the flow after the server's answer for this account. */
async function stateOf(proof: PasswordSecurity['proof'], account: Partial<Account>): Promise<unknown> {
  const { actor, ports } = start(forgotPasswordMachine, {
    userId: 'kim',
    clientId: 'demo',
    isInsideApp: false,
    hasRestarted: false,
  });
  await ports.checkPolicy.answer(success({ userId: 'kim', policy: policy(['password']) }));
  await ports.fetchResetConditions.answer(
    success({ setting: { ...SETTING, proof }, account: { ...NO_CONTACTS, ...account } }),
  );
  return actor.getSnapshot().value;
}

describe('the flow of a forgotten password', () => {
  it.each([
    ['selfAuthOrQnA', { hasQuestion: true, phoneNumber: '010' }, 'selecting'],
    ['selfAuthOrQnA', { hasQuestion: true }, 'answering'],
    ['selfAuthOrQnA', { hasQuestion: true, internalMail: 'k*@a.example' }, 'answering'],
    ['selfAuthOrQnA', { hasQuestion: false, phoneNumber: '010' }, 'identity'],
    ['selfAuthOrQnA', { hasQuestion: false }, 'forbidden'],
    ['qna', { hasQuestion: false, phoneNumber: '010' }, 'forbidden'],
    ['qna', { hasQuestion: true }, 'answering'],
    ['selfAuth', { hasQuestion: true }, 'forbidden'],
    ['selfAuth', { hasQuestion: false, phoneNumber: '010' }, 'identity'],
  ] as const)(
    'under the proof setting %s and with the account %j opens the state %s',
    async (proof, account, state) => {
      expect(await stateOf(proof, account)).toBe(state);
    },
  );

  it.each([
    ['selfAuthOrQnA', 'selecting'],
    ['qna', 'answering'],
    ['selfAuth', 'identity'],
  ] as const)(
    'under the proof setting %s opens the state %s when the server does not say whether there is a question',
    async (proof, state) => {
      expect(await stateOf(proof, {})).toBe(state);
    },
  );
});
