import type { AnyEventObject, AnyStateMachine } from 'xstate';
import { StateMachine } from 'xstate';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { METHODS, type Policy } from '#machines/shared/policy.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import type { Cases } from '#tests/support/model/paths.ts';
import { clientConfig, policy, rejected, SERVICE } from '#tests/support/model/samples.ts';
import { routeCode, TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine;

const modules = import.meta.glob<Record<string, unknown>>('/machines/*/*.machine.ts', { eager: true });
const files = import.meta.glob<{ readonly cases: Cases<AnyStateMachine> }>('/tests/*/*.cases.ts', {
  eager: true,
});

/** Every machine besides the portal, by id. */
export const FLOWS: Readonly<Record<string, AnyStateMachine>> = Object.fromEntries(
  Object.values(modules)
    .flatMap((exports) => Object.values(exports).filter(isMachine))
    .filter(({ id }) => id !== portalMachine.id)
    .map((machine) => [machine.id, machine]),
);

/** What the test of each flow gives its machine, by id (`tests/<flow>/<flow>.cases.ts`). */
const OWN_CASES: Readonly<Record<string, Cases<AnyStateMachine>>> = Object.fromEntries(
  Object.entries(files).map(([path, { cases }]) => [path.split('/')[2] ?? '', cases]),
);

/** Flows whose machine has no cases: nobody could walk through them. */
export const flowsWithoutCases = (): readonly string[] =>
  Object.keys(FLOWS).filter((flow) => OWN_CASES[flow] === undefined);

const REGISTERED: Policy['userTokens'] = {
  phoneNumber: '010-****-5678',
  internalMail: 'k***@corp.example',
  privateMail: 'k***@mail.example',
  otpCard: 'C-1',
  yubikeyFirst: 'cccccc',
  yubikeySecond: null,
  mobileApp: 'Galaxy S30',
  passkey: 'laptop',
};

const everything = (changes: Parameters<typeof policy>[1] = {}): Policy =>
  policy(METHODS, { userTokens: REGISTERED, ...changes });

const fixed = (tokenCode: TokenCode, alwaysSend = false): Policy =>
  everything({ authType: 'otp', fixedToken: { tokenCode, alwaysSend } });

/** Policies of which each leads another way. */
const POLICIES: readonly Policy[] = [
  policy(),
  everything(),
  everything({ authType: 'otp' }),
  everything({ authType: 'otp', secondAuth: true, secondTokenPriority: { push: 1, sms: 2 } }),
  policy(['password'], { secondAuth: true }),
  fixed(TOKEN_CODES.password),
  fixed(TOKEN_CODES.sms, true),
  policy(['sms'], { authType: 'otp' }),
];

const POLICY_ANSWERS = [
  ...POLICIES.map((found) => success({ userId: 'kim', policy: found })),
  failed(UNREACHABLE),
  failed(rejected('000', 404)),
];

const FORGETTING = success({
  setting: {
    selfAuth: { sms: true, internalMail: true, privateMail: true, mobileOtp: true, push: true },
    proof: 'selfAuthOrQnA',
    passwordReuseLimit: 3,
    offersPasswordChange: true,
  },
  account: { canSetPassword: true, phoneNumber: null, internalMail: null, privateMail: null },
});

/** What the portal needs of a flow beyond the flow's own cases: ways that only other screens tell apart. */
const WIDER: Readonly<Record<string, Partial<Cases<AnyStateMachine>>>> = {
  'id-entry': { answers: { checkPolicy: POLICY_ANSWERS, recognise: POLICY_ANSWERS } },
  chooser: { events: METHODS.map((method) => ({ type: 'method.chosen', method })) },
};

function wide(flow: string, own: Cases<AnyStateMachine>): Cases<AnyStateMachine> {
  const { events = [], answers = {} } = WIDER[flow] ?? {};
  return { ...own, events: [...own.events, ...events], answers: { ...own.answers, ...answers } };
}

/** What a person, the network and the server may do to each flow. */
export const FLOW_CASES: Readonly<Record<string, Cases<AnyStateMachine>>> = Object.fromEntries(
  Object.entries(OWN_CASES).map(([flow, own]) => [flow, wide(flow, own)]),
);

/** The addresses of a path of `meta`: with every method, with and without a reason. */
function addressesOf(path: string): readonly string[] {
  if (path.includes('{address}'))
    return ['/second', '/provisioning?ak=key-1', '/password?clientid=a&ak=b', '/self'];
  if (path.includes('{step}')) return ['/first/management?type=8', '/second/management'];
  if (path.includes('{code}')) {
    return Object.values(TOKEN_CODES).map((code) => path.replace('{code}', routeCode(code)));
  }
  return [path.replace('{reason}', ''), path.replace('{reason}', '?reason=invalidAccess')];
}

const pathsOf = (state: {
  readonly meta?: { readonly path?: string };
  readonly states: object;
}): readonly string[] => [
  ...(state.meta?.path ? [state.meta.path] : []),
  ...Object.values(state.states).flatMap(pathsOf),
];

/** Every address that a screen has, and one that none has. */
const ADDRESSES: readonly string[] = [
  ...new Set(['/', '/nowhere', ...pathsOf(portalMachine.root).flatMap(addressesOf)]),
];

export const askFor = (address: string): AnyEventObject => ({ type: 'route.requested', address });

/** What may happen to the portal itself. */
export const PORTAL_CASES: Cases<AnyStateMachine> = {
  events: [
    ...ADDRESSES.map(askFor),
    { type: 'language.chosen', locale: 'en' },
    { type: 'language.chosen', locale: 'ko' },
    { type: 'load.retry' },
    { type: 'page.refused' },
    { type: 'seal.broken' },
    { type: 'qr.choose' },
    { type: 'forgot.open' },
    { type: 'passkey.register' },
    { type: 'client.missed' },
    { type: 'client.learned', clientId: SERVICE, config: clientConfig({ qrCode: true }) },
    { type: 'challenge.received', token: 'seed' },
    { type: 'session.expired' },
    { type: 'login.noticed', userId: 'kim' },
    { type: 'login.noticed', userId: 'lee' },
    { type: 'login.join' },
    { type: 'login.resume' },
  ],
  answers: {
    checkPolicy: POLICY_ANSWERS,
    load: [undefined],
    lookUpIp: ['203.0.113.7'],
    lookUpLogin: [{ userId: 'kim', to: 'https://service.example/login' }],
    fetchForgetting: [FORGETTING],
  },
};

export type Input = Partial<PortalInput>;
