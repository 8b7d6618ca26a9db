import type { IdentityCheckMachine } from '#machines/identity-check/identity-check.machine.ts';
import { failed, success } from '#machines/shared/result.ts';
import type { Cases } from '#tests/support/model/paths.ts';
import { FAILURES, rejected } from '#tests/support/model/samples.ts';

const CODE = '493817';
const UNPROVED = failed(rejected('notEarned', 401));
const timed = <Value>(answer: Value) => ({ at: 0, answer });

export const INPUT = {
  userId: 'kim',
  clientId: 'demo',
  token: 'token-1',
  selfAuth: { sms: true, internalMail: true, privateMail: false, mobileOtp: true, push: true },
  contacts: { phoneNumber: '010-****-5678', internalMail: null, privateMail: null },
  mobileApp: 'Galaxy',
};

/** What a person, the phone, the network and the server may do to it. */
export const cases = {
  events: [
    { type: 'way.chosen', way: 'internalMail' },
    { type: 'way.chosen', way: 'mobileOtp' },
    { type: 'way.chosen', way: 'push' },
    { type: 'code.send' },
    { type: 'code.submitted', code: ' ' },
    { type: 'code.submitted', code: 'null' },
    { type: 'code.submitted', code: CODE },
    { type: 'code.edited' },
    { type: 'push.request' },
    { type: 'push.cancel' },
    { type: 'check.back' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    sendCode: [timed(success(undefined)), timed(UNPROVED), ...FAILURES.map(timed)],
    checkIdentity: [success(undefined), UNPROVED, ...FAILURES],
    requestPush: [success({ id: 'PUSH1', period: 45_000, validUntil: 45_000 }), UNPROVED, ...FAILURES],
    askPush: [success('X'), success('A'), success('O'), ...FAILURES],
    withdrawPush: [success(undefined), ...FAILURES],
  },
  secrets: [CODE],
} satisfies Cases<IdentityCheckMachine>;
