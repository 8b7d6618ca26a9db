import type { Cases } from '#cases/cases.ts';
import { FAILURES, NO_AUTHENTICATORS, rejected } from '#cases/samples.ts';
import type { ManagementMachine } from '#machines/management/management.machine.ts';
import type { ManagementInput, RegisteredFactors } from '#machines/management/management.types.ts';
import type { Factor } from '#machines/shared/factor.ts';
import type { FactorsOutput } from '#machines/shared/registration.ts';
import { failed, success } from '#machines/shared/result.ts';

const PASSWORD = 'Secret!2026';

/** The registered factors of a person; without `changes`, the person has only a password. */
export const registeredFactors = (changes: Partial<RegisteredFactors> = {}): RegisteredFactors => ({
  hasPassword: true,
  authenticators: NO_AUTHENTICATORS,
  license: { hasTimeLeft: true, isBelowLimit: true },
  ...changes,
});

export const FACTORS_WITH_APP = registeredFactors({
  authenticators: { ...NO_AUTHENTICATORS, mobileApp: 'Galaxy' },
});

/** The registered factors of a person with an OTP card and a passkey. */
export const FACTORS_WITH_CARD = registeredFactors({
  authenticators: { ...NO_AUTHENTICATORS, otpCard: '****0501', passkey: 'Laptop' },
});

export const FACTOR: Factor = {
  factorId: 'factor-1',
  type: '7',
  name: '',
  description: { serialNumber: '****0501', modelCode: 'C200' },
  registeredAt: 0,
  lastUsedAt: null,
  isRemovable: true,
};

/** Inputs of the management, by what the person manages. */
export const managementInputs = () => ({
  'a card': managementInput({ listsFactors: true }),
  'the app for the QR login': managementInput({ code: '11' }),
  'any factor type': managementInput({ code: null }),
  'the overview': managementInput({ code: null, hasOverview: true, listsFactors: true }),
  'the only factor type': managementInput({ code: null, factorTypes: ['12'] }),
  'a key': managementInput({ code: '8' }),
  'a passkey': managementInput({ code: '12' }),
});

/** An input of the management; without `changes`, the person registers an OTP card. */
export const managementInput = (changes: Partial<ManagementInput> = {}): ManagementInput => ({
  userId: 'kim',
  clientId: 'demo',
  policyId: 'policy-1',
  isLocalUser: true,
  code: '7',
  factorTypes: ['7', '8', '9', '12'],
  appMethods: { sms: true, qrCode: true, offline: true, standard: true },
  selfAuth: { sms: true, internalMail: false, privateMail: false, mobileOtp: false, push: false },
  isInsideApp: false,
  phoneNumber: '010-****-5678',
  ip: '',
  isSaas: false,
  isPasskeySupported: true,
  listsFactors: false,
  hasOverview: false,
  flowType: 'oidc',
  defaultCode: null,
  ...changes,
});

export const FACTORS_OUTPUTS: readonly FactorsOutput[] = [
  { reason: 'registration', factorType: '8', factors: [] },
  { reason: 'registration', factorType: '8', factors: [{ ...FACTOR, type: '8' }] },
  { reason: 'registration', factorType: '9', factors: [] },
  { reason: 'registration', factorType: '12', factors: [FACTOR] },
  { reason: 'details', factorType: '7', factors: [FACTOR] },
  { reason: 'proofExpired' },
  { reason: 'tooWeak' },
  { reason: 'back' },
];

export const REGISTRATION_OUTPUTS = [
  { reason: 'registered' },
  { reason: 'back' },
  { reason: 'proofExpired' },
  { reason: 'tooWeak' },
] as const;

const TOO_WEAK = failed(rejected('tooWeak', 403));

/** Outputs of the flows that the management invokes, by the names of the flows. */
export const FLOW_OUTPUTS = {
  factors: FACTORS_OUTPUTS,
  'self-auth': [
    { reason: 'passed', token: 'token-1', method: 'sms' },
    { reason: 'back' },
    { reason: 'outdated' },
  ],
  'register-card': REGISTRATION_OUTPUTS,
  'register-yubikey': REGISTRATION_OUTPUTS,
  'register-passkey': REGISTRATION_OUTPUTS,
  'register-app': REGISTRATION_OUTPUTS,
} as const;

/** Answers of the look-up of the registered factors. */
export const LOOK_UP_ANSWERS = [
  success(registeredFactors()),
  success(registeredFactors({ hasPassword: false })),
  success(FACTORS_WITH_APP),
  success(FACTORS_WITH_CARD),
  success(registeredFactors({ license: { hasTimeLeft: false, isBelowLimit: true } })),
  success(registeredFactors({ mustSignIn: true })),
];

/** The events and port answers that this flow can receive. */
export const cases = {
  events: [
    { type: 'lookup.retry' },
    { type: 'password.submitted', password: '' },
    { type: 'password.submitted', password: PASSWORD },
    { type: 'password.edited' },
    { type: 'type.chosen', factorType: '7' },
    { type: 'type.chosen', factorType: '8' },
    { type: 'type.chosen', factorType: '9' },
    { type: 'type.chosen', factorType: '12' },
    { type: 'management.back' },
    { type: 'login.request' },
    { type: 'step.requested', step: '' },
    { type: 'default.open' },
    { type: 'default.toggle' },
    { type: 'factor.register' },
    { type: 'success.confirmed' },
    { type: 'failure.dismissed' },
  ],
  answers: {
    lookUp: [...LOOK_UP_ANSWERS, ...FAILURES],
    reauthenticate: [success('token-1'), failed(rejected('001')), ...FAILURES],
    fetchFactorsOfType: [success([FACTOR]), TOO_WEAK, FAILURES[1]],
    saveDefault: [success({}), failed(rejected('notAuthorized', 401)), TOO_WEAK, FAILURES[1]],
    ...FLOW_OUTPUTS,
  },
  secrets: [PASSWORD],
} satisfies Cases<ManagementMachine>;
