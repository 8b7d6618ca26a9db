import type { AnyEventObject, AnyStateMachine, AnyStateNode } from 'xstate';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { NOTICE_REASONS } from '#machines/shared/notice.ts';
import { METHODS, type Policy } from '#machines/shared/policy.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { NEW_SESSION, type Pending } from '#machines/shared/session.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';
import { routeCode, TYPE_CODES, type TypeCode } from '#wire/type-codes.ts';
import type { Cases } from './cases.ts';
import {
  clientConfig,
  EVERY_TOKEN,
  EXISTING_LOGIN,
  NO_TOKENS,
  PORTAL,
  policy,
  rejected,
  SERVICE,
} from './samples.ts';

type AnyCases = Cases<AnyStateMachine>;

const REGISTERED_TOKENS: Policy['userTokens'] = {
  ...EVERY_TOKEN,
  phoneNumber: '010-****-5678',
  internalMail: 'k***@corp.example',
  privateMail: 'k***@mail.example',
  otpCard: 'C-1024',
  yubikeyFirst: 'cccccccb',
  yubikeySecond: null,
  mobileApp: 'Galaxy S30',
  passkey: 'laptop',
};

const NO_IDENTITY_METHODS: Policy['selfAuth'] = {
  sms: false,
  internalMail: false,
  privateMail: false,
  mobileOtp: false,
  push: false,
};

const EVERY_IDENTITY_METHOD: Policy['selfAuth'] = {
  sms: true,
  internalMail: true,
  privateMail: true,
  mobileOtp: true,
  push: true,
};

/** A policy that allows every method, for a person who has every token. */
const policyWithEverything = (changes: Parameters<typeof policy>[1] = {}): Policy =>
  policy(METHODS, {
    userTokens: REGISTERED_TOKENS,
    authType: 'otp',
    selfAuth: EVERY_IDENTITY_METHOD,
    cubeLogin: { sms: true, qrCode: true, offline: true, standard: true },
    ...changes,
  });

const policyWithFixedToken = (tokenCode: TypeCode, alwaysSend = false): Policy =>
  policyWithEverything({ fixedToken: { tokenCode, alwaysSend } });

/** Policies with different paths: each policy shows a screen that the others do not show. */
const PATH_POLICIES: readonly Policy[] = [
  policy(),
  policyWithEverything(),
  policyWithEverything({ authType: 'other' }),
  policyWithEverything({ secondAuth: true, secondTokenPriority: { push: 1, sms: 2 } }),
  policy(['password'], { secondAuth: true }),
  policyWithFixedToken(TYPE_CODES.password),
  policyWithFixedToken(TYPE_CODES.sms, true),
  policy(['sms'], { authType: 'otp' }),
];

/** Ranks of the tokens of the second step. A policy ranks at most five tokens, so two policies are needed for all tokens. */
const SECOND_TOKEN_RANKS: readonly Policy['secondTokenPriority'][] = [
  { push: 1, sms: 2, otpCard: 3, passkey: 4, password: 5 },
  { emergencyCode: 1, mobileOtp: 2, qrCode: 3, internalMail: 4, yubikey: 5 },
];

/** Policies with the same paths as other policies, but with a different appearance of the screens. */
const SCREEN_POLICIES: readonly Policy[] = [
  policyWithEverything({ listsFactors: true }),
  policyWithEverything({ secondAuth: true }),
  ...SECOND_TOKEN_RANKS.map((secondTokenPriority) =>
    policyWithEverything({ secondAuth: true, secondTokenPriority }),
  ),
  policyWithEverything({ userTokens: { ...NO_TOKENS, phoneNumber: '010-****-5678' } }),
  policyWithEverything({ userTokens: NO_TOKENS, selfAuth: NO_IDENTITY_METHODS }),
  policy(['sms', 'otpCard'], { userTokens: NO_TOKENS, authType: 'otp', selfAuth: NO_IDENTITY_METHODS }),
  policy(['otpCard'], { userTokens: NO_TOKENS, authType: 'otp' }),
  policyWithFixedToken(TYPE_CODES.push, true),
  policyWithFixedToken(TYPE_CODES.passkey, true),
];

/** The answer of the policy check after the first step, at the address where a person registers a factor for the second step. */
const SECOND_STEP_ANSWER = success({
  userId: 'kim',
  policy: policyWithEverything({
    policyId: 'policy-second',
    secondAuth: true,
    secondTokenPriority: { otpCard: 1, passkey: 2 },
  }),
  secondStep: { accessToken: 'send-1', secondToken: 'second-1' },
});

/** Answers of the policy check: each of the policies, a policy after the first step, no answer, and an unknown ID. */
const policyAnswers = (policies: readonly Policy[]) => [
  ...policies.map((policy, index) =>
    success({ userId: 'kim', policy: { ...policy, policyId: `policy-${index}` } }),
  ),
  SECOND_STEP_ANSWER,
  failed(UNREACHABLE),
  failed(rejected('000', 404)),
];

const RECOGNISE_ANSWERS = [
  success({ userId: 'kim', policy: policyWithEverything() }),
  failed(rejected('000', 404)),
];

/** An answer with conditions that allow everybody to reset the password. */
const RESET_CONDITIONS = success({
  setting: {
    selfAuth: EVERY_IDENTITY_METHOD,
    proof: 'selfAuthOrQnA' as const,
    passwordReuseLimit: 3,
    offersPasswordChange: true,
  },
  account: { canSetPassword: true, phoneNumber: null, internalMail: null, privateMail: null },
});

const APPROVAL_PATH = '/service-approval-ui/service-use-approval';

/** Addresses at which the page can be opened, with values for their screens. The address `/nowhere` has no screen. */
const LOADED_ADDRESSES = [
  '/',
  '/nowhere',
  '/auth',
  '/authenticated?otp=314159',
  '/provisioning?ak=ak-1',
  '/password?clientid=demo-service&ak=ak-1',
  '/self',
  '/first/management',
  '/first/management?type=8',
  '/first/management?type=9',
  '/first/management?type=11',
  '/second/management',
  `${APPROVAL_PATH}/approval/1`,
  `${APPROVAL_PATH}/reject/1`,
  '/service-approval-ui/error',
  '/activate',
  '/activate?result=signedIn',
  '/activate?result=declined',
];

/**
 * The addresses of a state's `meta.path`. Its placeholder `{code}` is replaced by each type code, and `{reason}` by each reason.
 * A path with the placeholder `{address}` or `{step}` has no addresses here.
 */
function addressesOf(path: string): readonly string[] {
  if (/\{(address|step)\}/.test(path)) return [];
  if (path.includes('{code}')) {
    return Object.values(TYPE_CODES).map((code) => path.replace('{code}', routeCode(code)));
  }
  const reasons = ['', ...NOTICE_REASONS.map((reason) => `?reason=${reason}`)];
  return path.includes('{reason}') ? reasons.map((reason) => path.replace('{reason}', reason)) : [path];
}

const statePathsOf = ({ meta, states }: AnyStateNode): readonly string[] => [
  ...(meta?.path ? [meta.path as string] : []),
  ...Object.values(states).flatMap(statePathsOf),
];

const addressesOfPortal = (portal: AnyStateMachine): readonly string[] => [
  ...new Set([...LOADED_ADDRESSES, ...statePathsOf(portal.root as AnyStateNode).flatMap(addressesOf)]),
];

/** The method of the second step that was in use when the page was reloaded. */
const INTERRUPTED_METHOD: Pending = {
  tokenCode: TYPE_CODES.qr,
  kind: 'qr',
  id: 'qr-1',
  validUntil: Number.MAX_SAFE_INTEGER,
};

const clientReceived = (changes: Parameters<typeof clientConfig>[0]): AnyEventObject => ({
  type: 'client.received',
  clientId: SERVICE,
  config: clientConfig({
    serviceName: '사내 메일',
    displayContent: '시연용 SAML 서비스예요. 업무 포털에 로그인했다면 바로 들어올 수 있어요.',
    ...changes,
  }),
});

const PORTAL_EVENTS: readonly AnyEventObject[] = [
  { type: 'language.chosen', locale: 'en' },
  { type: 'language.chosen', locale: 'ko' },
  { type: 'load.retry' },
  { type: 'page.refused' },
  { type: 'challenge.failed' },
  { type: 'session.expired' },
  { type: 'session.lapsed' },
  { type: 'qr.choose' },
  { type: 'forgot.open' },
  { type: 'passkey.register' },
  { type: 'client.failed' },
  clientReceived({ qrCode: true, passkey: true }),
  clientReceived({ idOtp: false, passkey: true }),
  { type: 'challenge.received', token: 'seed' },
  { type: 'pending.changed', pending: INTERRUPTED_METHOD },
  { type: 'login.noticed', userId: 'kim' },
  { type: 'login.noticed', userId: 'lee' },
  { type: 'login.join' },
  { type: 'request.decline' },
  { type: 'login.manage' },
  { type: 'login.resume' },
];

/** The machines of the help desk and of the web app. The atlas, the laws and the walks do not cover them. */
export const MACHINES_OF_OTHER_PAGES: ReadonlySet<string> = new Set(['desk', 'phone']);

/** The policies that the cases contain. `paths`: a policy for each path; `screens`: also a policy for each appearance of a screen. */
export type CaseCoverage = 'paths' | 'screens';

/** The cases of the portal and of its flows, for atlas, laws and walks. */
export function portalAndFlowCases(
  portal: AnyStateMachine,
  flowCases: Readonly<Record<string, AnyCases>>,
  coverage: CaseCoverage,
) {
  const checkPolicy = policyAnswers(
    coverage === 'paths' ? PATH_POLICIES : [...PATH_POLICIES, ...SCREEN_POLICIES],
  );
  /** Further cases of flows that can only happen inside the portal. */
  const additions: Readonly<Record<string, Partial<AnyCases>>> = {
    'id-entry': { answers: { checkPolicy, recognise: RECOGNISE_ANSWERS } },
    chooser: { events: METHODS.map((method) => ({ type: 'method.chosen', method })) },
  };
  const withAdditions = ([flow, cases]: [string, AnyCases]): [string, AnyCases] => {
    const { events = [], answers = {} } = additions[flow] ?? {};
    return [
      flow,
      { ...cases, events: [...cases.events, ...events], answers: { ...cases.answers, ...answers } },
    ];
  };
  const portalCases: AnyCases = {
    events: [
      ...addressesOfPortal(portal).map((address) => ({ type: 'route.requested', address })),
      ...PORTAL_EVENTS,
    ],
    answers: {
      checkPolicy,
      load: [undefined],
      lookUpIp: ['203.0.113.7'],
      lookUpLogin: [{ userId: 'kim', to: 'https://service.example/login' }],
      fetchResetConditions: [RESET_CONDITIONS],
    },
  };
  return { portal: portalCases, flows: Object.fromEntries(Object.entries(flowCases).map(withAdditions)) };
}

/** The input of the portal with which every path starts: a client service has sent a person to the portal. */
export const PORTAL_INPUT: PortalInput = {
  config: {
    ...DEFAULT_RUNTIME_CONFIG,
    appAsksMatch: true,
    login: EXISTING_LOGIN,
    services: [{ name: { ko: '사내 메일', en: 'Company Mail' }, url: 'https://service.example/login' }],
  },
  locale: 'ko',
  session: NEW_SESSION,
  storedPolicy: null,
  address: '/redirect?uid=1',
  origin: PORTAL,
  isOnline: true,
  passkeySupport: 'supported',
};
