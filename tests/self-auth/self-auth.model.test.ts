import { cases } from '#cases/self-auth/self-auth.cases.ts';
import { selfAuthMachine } from '#machines/self-auth/self-auth.machine.ts';
import { describeModel } from '#tests/support/model/describe.ts';

const ALL_METHODS = { sms: true, internalMail: true, privateMail: true, mobileOtp: true, push: true };
const NO_METHODS = { sms: false, internalMail: false, privateMail: false, mobileOtp: false, push: false };
const INPUT = {
  userId: 'kim',
  clientId: 'demo',
  mode: 'change',
  offered: ALL_METHODS,
  isInsideApp: false,
  token: '',
} as const;

describeModel(selfAuthMachine, {
  inputs: {
    'every method': INPUT,
    'with a token of the password': { ...INPUT, mode: 'other', token: 'token' },
    'no method': { ...INPUT, offered: NO_METHODS },
  },
  project: ({
    context: { method, next, grantedFor, problem, failure, outcome, contacts, token, verified, sentCode },
  }) => ({
    method,
    next,
    grantedFor,
    problem,
    hasFailed: failure !== null,
    reason: outcome?.reason,
    isKnown: contacts !== null,
    hasToken: token !== '',
    verified: Object.keys(verified).join(' '),
    hasSent: sentCode !== null,
  }),
  ...cases,
});
