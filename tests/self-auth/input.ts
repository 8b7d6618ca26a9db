import type { selfAuthMachine } from '#machines/self-auth/self-auth.machine.ts';
import type { SelfAuthInput } from '#machines/shared/password-steps.ts';
import type { Projection } from '#tests/support/model/paths.ts';

export const ALL_METHODS = { sms: true, internalMail: true, privateMail: true, mobileOtp: true, push: true };
export const NO_METHODS = {
  sms: false,
  internalMail: false,
  privateMail: false,
  mobileOtp: false,
  push: false,
};

export const INPUT: SelfAuthInput = {
  userId: 'kim',
  clientId: 'demo',
  mode: 'change',
  offered: ALL_METHODS,
  isInsideApp: false,
  token: '',
};

export const INPUTS: Readonly<Record<string, SelfAuthInput>> = {
  'every method': INPUT,
  'with a token of the password': { ...INPUT, mode: 'other', token: 'token' },
  'no method': { ...INPUT, offered: NO_METHODS },
};

/** The values that decide how the identity check continues. */
export const decisiveValues: Projection<typeof selfAuthMachine> = ({
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
});
