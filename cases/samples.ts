import type { Authenticators } from '#machines/shared/authenticators.ts';
import { NO_BOXES } from '#machines/shared/boxes.ts';
import type { AuthSummary, ClientConfig, LoginResult } from '#machines/shared/domain.ts';
import type { LoginParameters, MethodInput } from '#machines/shared/login.ts';
import { METHODS, type Method, type Policy, type UserTokens } from '#machines/shared/policy.ts';
import { type Failure, failed, UNREACHABLE } from '#machines/shared/result.ts';
import type { LastSignIn } from '#wire/last-sign-in.ts';

/** The origin of the portal. */
export const PORTAL = 'https://portal.example';
/** The client id of the service. */
export const SERVICE = 'demo-service';

/** The existing login of a person who opens the portal without a service. */
export const EXISTING_LOGIN = { userId: 'kim', clientId: SERVICE };

/** The failure of a call that the server has refused. */
export const rejected = (code: string, status = 400, message = ''): Failure => ({
  kind: 'rejected',
  status,
  code,
  message,
  details: {},
});

/**
 * The output of a method after which the portal has to check the policy again. It contains the failure only if the
 * person has to read it, as after the error code 016.
 */
export const outdatedOutput = (failure: Failure) =>
  failure.kind === 'rejected' && failure.code === '016'
    ? { reason: 'outdated', failure }
    : { reason: 'outdated' };

/** The authenticators of a person who has no authenticator. */
export const NO_AUTHENTICATORS: Authenticators = {
  mobileApp: null,
  otpCard: null,
  yubikeyFirst: null,
  yubikeySecond: null,
  passkey: null,
};

/** The tokens of a person without authenticators and contacts. */
export const NO_TOKENS: UserTokens = {
  ...NO_AUTHENTICATORS,
  phoneNumber: null,
  internalMail: null,
  privateMail: null,
};

/** The tokens of a person who has every authenticator and contact. */
export const EVERY_TOKEN = Object.fromEntries(
  Object.keys(NO_TOKENS).map((token) => [token, 'registered']),
) as Record<keyof UserTokens, string>;

/** Failed answers of all kinds. */
export const FAILURES = [
  failed(rejected('001')),
  failed(rejected('', 500)),
  failed(UNREACHABLE),
  failed({ kind: 'malformed', status: 200 }),
] as const;

/** A policy that allows the given methods, for a person who has only a phone number. */
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

/** The summary of a request of the service; `changes` replace its fields. */
export const authSummary = (changes: Partial<AuthSummary> = {}): AuthSummary => ({
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

/** The configuration of a service; `changes` replace its fields. */
export const clientConfig = (changes: Partial<ClientConfig> = {}): ClientConfig => ({
  idOtp: true,
  passkey: false,
  qrCode: false,
  serviceName: 'Demo Service',
  displayContent: '',
  ...changes,
});

/** The result of a completed login; `changes` replace its fields. */
export const loginResult = (changes: Partial<LoginResult> = {}): LoginResult => ({
  to: '/oauth2/authorize/request-1',
  auth: '',
  expiredDay: '',
  accessToken: 'token-1',
  secondToken: '',
  ...changes,
});

/** The parameters of a login call, without the method proof. */
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

/** The input that the flows of all methods have in common. */
export const methodInput = (changes: Partial<MethodInput> = {}): MethodInput => ({
  userId: 'kim',
  login: loginParameters(),
  boxes: null,
  hasOtherMethods: true,
  ...changes,
});
