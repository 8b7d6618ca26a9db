import type { Authenticators } from '#machines/shared/authenticators.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import type { AuthSummary, ClientConfig, LoginResult } from '#machines/shared/domain.ts';
import type { LoginParameters, MethodInput } from '#machines/shared/login.ts';
import { METHODS, type Method, type Policy, type UserTokens } from '#machines/shared/policy.ts';
import { type Failure, failed, UNREACHABLE } from '#machines/shared/result.ts';
import type { LastSignIn } from '#wire/last-sign-in.ts';

export const PORTAL = 'https://portal.example';
export const SERVICE = 'demo-service';

/** The existing login when the portal is opened without a service. */
export const OWN_LOGIN = { userId: 'kim', clientId: SERVICE };

export const rejected = (code: string, status = 400, message = ''): Failure => ({
  kind: 'rejected',
  status,
  code,
  message,
  details: {},
});

/** Output of a method after which the policy has to be checked again, with the failure that the person has to read. */
export const outdatedBy = (failure: Failure) =>
  failure.kind === 'rejected' && failure.code === '016'
    ? { reason: 'outdated', failure }
    : { reason: 'outdated' };

/** A person without any authenticator. */
export const NO_AUTHENTICATORS: Authenticators = {
  mobileApp: null,
  otpCard: null,
  yubikeyFirst: null,
  yubikeySecond: null,
  passkey: null,
};

/** A person without authenticators and contacts. */
export const NO_TOKENS: UserTokens = {
  ...NO_AUTHENTICATORS,
  phoneNumber: null,
  internalMail: null,
  privateMail: null,
};

/** A person with every token. */
export const EVERY_TOKEN = Object.fromEntries(
  Object.keys(NO_TOKENS).map((token) => [token, 'registered']),
) as Record<keyof UserTokens, string>;

/** An answer of every kind of failure. */
export const FAILURES = [
  failed(rejected('001')),
  failed(rejected('', 500)),
  failed(UNREACHABLE),
  failed({ kind: 'malformed', status: 200 }),
] as const;

export const policy = (
  methods: readonly Method[] = ['password'],
  changes: Partial<Omit<Policy, 'allowed'>> = {},
): Policy => ({
  policyId: 'policy-1',
  secondAuth: false,
  check: false,
  fixedToken: null,
  authType: 'other',
  allowed: Object.fromEntries(
    METHODS.map((method) => [method, methods.includes(method)]),
  ) as Policy['allowed'],
  userTokens: { ...NO_TOKENS, phoneNumber: '010-****-5678' },
  isLocalUser: true,
  cubeLogin: { sms: false, qrCode: false, offline: false, standard: false },
  selfAuth: { sms: true, internalMail: false, privateMail: false, mobileOtp: false, push: false },
  secondTokenPriority: {},
  canManage: true,
  ...changes,
});

export const summary = (changes: Partial<AuthSummary> = {}): AuthSummary => ({
  clientId: SERVICE,
  hasServiceId: false,
  reauthReason: '',
  userId: '',
  redirectUrl: `${PORTAL}/oauth2/authorize/request-1`,
  isAlreadyAuth: false,
  hasOpenIdScope: true,
  ...changes,
});

export const LAST_SIGN_IN: LastSignIn = {
  at: Date.UTC(2026, 10, 24, 0, 12),
  browser: 'Chrome · Windows',
  addressRange: '203.0.113.*',
  failures: 2,
};

export const clientConfig = (changes: Partial<ClientConfig> = {}): ClientConfig => ({
  idOtp: true,
  passkey: false,
  qrCode: false,
  serviceName: 'Demo Service',
  displayContent: '',
  ...changes,
});

export const login = (changes: Partial<LoginResult> = {}): LoginResult => ({
  to: '/oauth2/authorize/request-1',
  auth: '',
  expiredDay: '',
  accessToken: 'token-1',
  secondToken: '',
  ...changes,
});

/** The fields of a login other than its proof. */
export const loginParameters = (changes: Partial<LoginParameters> = {}): LoginParameters => ({
  step: 'only',
  clientId: SERVICE,
  accessToken: '',
  type: 'oidc',
  mode: 'web',
  policyId: 'policy-1',
  redirect: `${PORTAL}/oauth2/authorize/request-1`,
  firstFixed: '',
  fixed: NO_BOXES,
  ...changes,
});

/** Input of every method flow. */
export const method = (changes: Partial<MethodInput> = {}): MethodInput => ({
  userId: 'kim',
  login: loginParameters(),
  boxes: null,
  hasOtherMethods: true,
  ...changes,
});
