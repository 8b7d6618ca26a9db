import type { ManagementMachine } from '#machines/management/management.machine.ts';
import type { ManagementInput, Standing } from '#machines/management/management.types.ts';
import { failed, success } from '#machines/shared/result.ts';
import type { Cases } from '#tests/support/model/paths.ts';
import { FAILURES, rejected } from '#tests/support/model/samples.ts';

const PASSWORD = 'Secret!2026';

export const standing = (changes: Partial<Standing> = {}): Standing => ({
  hasPassword: true,
  authenticators: {
    mobileApp: null,
    otpCard: null,
    yubikeyFirst: null,
    yubikeySecond: null,
    passkey: null,
  },
  license: { hasTimeLeft: true, hasRoom: true },
  ...changes,
});

export const WITH_APP = standing({
  authenticators: { ...standing().authenticators, mobileApp: 'Galaxy' },
});

export const input = (changes: Partial<ManagementInput> = {}): ManagementInput => ({
  userId: 'kim',
  clientId: 'demo',
  policyId: 'policy-1',
  code: '7',
  kinds: ['7', '8', '9', '12'],
  ways: { sms: true, qrCode: true, offline: true },
  selfAuth: { sms: true, internalMail: false, privateMail: false, mobileOtp: false, push: false },
  contacts: { phoneNumber: '010-****-5678', internalMail: null, privateMail: null },
  ip: '',
  isSaas: false,
  isPasskeySupported: true,
  ...changes,
});

const OUTCOMES = [{ reason: 'registered' }, { reason: 'back' }, { reason: 'unproved' }] as const;

/** What a person, the registrations and the server may do to it. */
export const cases = {
  events: [
    { type: 'lookup.retry' },
    { type: 'password.submitted', password: '' },
    { type: 'password.submitted', password: PASSWORD },
    { type: 'password.edited' },
    { type: 'kind.chosen', kind: '7' },
    { type: 'kind.chosen', kind: '8' },
    { type: 'kind.chosen', kind: '9' },
    { type: 'kind.chosen', kind: '12' },
    { type: 'management.back' },
    { type: 'success.confirmed' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    lookUp: [
      success(standing()),
      success(standing({ hasPassword: false })),
      success(WITH_APP),
      success(standing({ license: { hasTimeLeft: false, hasRoom: true } })),
      ...FAILURES,
    ],
    logInAgain: [success('token-1'), failed(rejected('001')), ...FAILURES],
    'identity-check': [
      { reason: 'identified', token: 'token-1' },
      { reason: 'back' },
      { reason: 'unproved' },
    ],
    'register-card': [...OUTCOMES],
    'register-yubikey': [...OUTCOMES],
    'register-passkey': [...OUTCOMES],
    'register-app': [...OUTCOMES],
  },
  secrets: [PASSWORD],
} satisfies Cases<ManagementMachine>;
