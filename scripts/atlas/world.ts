import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyEventObject, type AnyStateMachine, type AnyStateNode, StateMachine } from 'xstate';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import { NOTICE_REASONS } from '#machines/shared/notice.ts';
import { METHODS, type Policy } from '#machines/shared/policy.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { NEW_SESSION, type Pending } from '#machines/shared/session.ts';
import type { Cases } from '#tests/support/model/paths.ts';
import { clientConfig, PORTAL, policy, rejected, SERVICE } from '#tests/support/model/samples.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';
import { routeCode, TOKEN_CODES, type TokenCode } from '#wire/token-codes.ts';

type AnyCases = Cases<AnyStateMachine>;

/** The machines of the project, and what may happen to each. */
export type Cast = {
  readonly portal: AnyStateMachine;
  readonly flows: Readonly<Record<string, AnyStateMachine>>;
  readonly cases: Readonly<Record<string, AnyCases>>;
};

/** What flows tell the portal by an effect; in the machines it throws until it is provided. */
const TELLING = ['keepPending', 'dropPending', 'tellClient', 'askPortal', 'askFlow', 'tellChosen'];

const untold = (machine: AnyStateMachine): AnyStateMachine => {
  const told = TELLING.filter((name) => Object.hasOwn(machine.implementations.actions, name));
  return machine.provide({ actions: Object.fromEntries(told.map((name) => [name, () => undefined])) });
};

/** A flow whose screens are those of other flows, with these in place. */
function withFlows(machine: AnyStateMachine, flows: Readonly<Record<string, AnyStateMachine>>) {
  const inner = Object.keys(machine.implementations.actors).filter((name) => flows[name] !== undefined);
  return machine.provide({ actors: Object.fromEntries(inner.map((name) => [name, flows[name]])) });
}

const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine;

const importFrom = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(file).href);

const REGISTERED: Policy['userTokens'] = {
  phoneNumber: '010-****-5678',
  internalMail: 'k***@corp.example',
  privateMail: 'k***@mail.example',
  otpCard: 'C-1024',
  yubikeyFirst: 'cccccccb',
  yubikeySecond: null,
  mobileApp: 'Galaxy S30',
  passkey: 'laptop',
};

const NOTHING: Policy['userTokens'] = {
  phoneNumber: null,
  internalMail: null,
  privateMail: null,
  otpCard: null,
  yubikeyFirst: null,
  yubikeySecond: null,
  mobileApp: null,
  passkey: null,
};

const NO_SELF_AUTH: Policy['selfAuth'] = {
  sms: false,
  internalMail: false,
  privateMail: false,
  mobileOtp: false,
  push: false,
};

const EVERY_SELF_AUTH: Policy['selfAuth'] = {
  sms: true,
  internalMail: true,
  privateMail: true,
  mobileOtp: true,
  push: true,
};

const everything = (changes: Parameters<typeof policy>[1] = {}): Policy =>
  policy(METHODS, {
    userTokens: REGISTERED,
    authType: 'otp',
    selfAuth: EVERY_SELF_AUTH,
    cubeLogin: { sms: true, qrCode: true, offline: true },
    ...changes,
  });

const fixed = (tokenCode: TokenCode, alwaysSend = false): Policy =>
  everything({ fixedToken: { tokenCode, alwaysSend } });

/** Tokens of the second step by rank: at most five at a time. */
const RANKS: readonly Policy['secondTokenPriority'][] = [
  { push: 1, sms: 2, otpCard: 3, passkey: 4, password: 5 },
  { emergencyCode: 1, mobileOtp: 2, qrCode: 3, internalMail: 4, yubikey: 5 },
];

/** Policies of which each leads another way or shows the chooser in another way. */
const POLICIES: readonly Policy[] = [
  policy(),
  everything({ listsFactors: true }),
  everything({ authType: 'other' }),
  everything({ secondAuth: true }),
  ...RANKS.map((secondTokenPriority) => everything({ secondAuth: true, secondTokenPriority })),
  everything({ userTokens: { ...NOTHING, phoneNumber: '010-****-5678' } }),
  everything({ userTokens: NOTHING, selfAuth: NO_SELF_AUTH }),
  policy(['sms', 'otpCard'], { userTokens: NOTHING, authType: 'otp', selfAuth: NO_SELF_AUTH }),
  policy(['otpCard'], { userTokens: NOTHING, authType: 'otp' }),
  policy(['sms'], { authType: 'otp' }),
  policy(['password'], { secondAuth: true }),
  fixed(TOKEN_CODES.password),
  fixed(TOKEN_CODES.sms, true),
  fixed(TOKEN_CODES.push, true),
  fixed(TOKEN_CODES.passkey, true),
];

const POLICY_ANSWERS = [
  ...POLICIES.map((found, index) =>
    success({ userId: 'kim', policy: { ...found, policyId: `policy-${index}` } }),
  ),
  // A person whose first step is done: what is registered for the second one is asked by its address.
  success({
    userId: 'kim',
    policy: everything({
      policyId: 'policy-second',
      secondAuth: true,
      secondTokenPriority: { otpCard: 1, passkey: 2 },
    }),
    secondStep: { accessToken: 'send-1', secondToken: 'second-1' },
  }),
  failed(UNREACHABLE),
  failed(rejected('000', 404)),
];

const RECOGNISED = [success({ userId: 'kim', policy: everything() }), failed(rejected('000', 404))];

/** What the flows of a portal need beyond their own cases: ways that only other screens tell apart. */
const WIDER: Readonly<Record<string, Partial<AnyCases>>> = {
  'id-entry': { answers: { checkPolicy: POLICY_ANSWERS, recognise: RECOGNISED } },
  chooser: { events: METHODS.map((method) => ({ type: 'method.chosen', method })) },
};

/** The addresses of a path of `meta`: with every method and every reason. */
function addressesOf(path: string): readonly string[] {
  if (path.includes('{address}')) {
    const application = '/service-approval-ui/service-use-approval';
    return [`${application}/approval/1`, `${application}/reject/1`, '/service-approval-ui/error'];
  }
  if (path.includes('{step}')) return ['/second/management'];
  if (path.includes('{code}')) {
    return Object.values(TOKEN_CODES).map((code) => path.replace('{code}', routeCode(code)));
  }
  const reasons = ['', ...NOTICE_REASONS.map((reason) => `?reason=${reason}`)];
  return path.includes('{reason}') ? reasons.map((reason) => path.replace('{reason}', reason)) : [path];
}

const pathsOf = ({ meta, states }: AnyStateNode): readonly string[] => [
  ...(meta?.path ? [meta.path as string] : []),
  ...Object.values(states).flatMap(pathsOf),
];

/** Addresses that carry what their screen needs. */
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
];

const addressesOn = (portal: AnyStateMachine): readonly string[] => [
  ...new Set([...LOADED_ADDRESSES, ...pathsOf(portal.root as AnyStateNode).flatMap(addressesOf)]),
];

const learned = (changes: Parameters<typeof clientConfig>[0]): AnyEventObject => ({
  type: 'client.learned',
  clientId: SERVICE,
  config: clientConfig({
    serviceName: '사내 메일',
    displayContent: '시연용 SAML 서비스예요. 업무 포털에 로그인했다면 바로 들어올 수 있어요.',
    ...changes,
  }),
});

/** What a reload of the second step finds under way. */
const INTERRUPTED: Pending = {
  tokenCode: TOKEN_CODES.qr,
  kind: 'qr',
  id: 'qr-1',
  validUntil: Number.MAX_SAFE_INTEGER,
};

/** Whoever is known may reset the password. */
const FORGETTING = success({
  setting: {
    selfAuth: EVERY_SELF_AUTH,
    proof: 'selfAuthOrQnA' as const,
    passwordReuseLimit: 3,
    offersPasswordChange: true,
  },
  account: { canSetPassword: true, phoneNumber: null, internalMail: null, privateMail: null },
});

/** What may happen to the portal itself, beside its flows. */
const portalCases = (portal: AnyStateMachine): AnyCases => ({
  events: [
    ...addressesOn(portal).map((address) => ({ type: 'route.requested', address })),
    { type: 'load.retry' },
    { type: 'page.refused' },
    { type: 'seal.broken' },
    { type: 'session.expired' },
    { type: 'qr.choose' },
    { type: 'forgot.open' },
    { type: 'passkey.register' },
    { type: 'client.missed' },
    { type: 'pending.noted', pending: INTERRUPTED },
    learned({ qrCode: true, passkey: true }),
    learned({ idOtp: false, passkey: true }),
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
});

function widened(flow: string, own: AnyCases): AnyCases {
  const { events = [], answers = {} } = WIDER[flow] ?? {};
  return { ...own, events: [...own.events, ...events], answers: { ...own.answers, ...answers } };
}

/** The portal of a project folder with its flows in place, and the cases of their tests. */
export async function findCast(root: string): Promise<Cast> {
  const names = readdirSync(join(root, 'machines'));
  const found = await Promise.all(
    names.map(async (name): Promise<readonly AnyStateMachine[]> => {
      const file = join(root, 'machines', name, `${name}.machine.ts`);
      return existsSync(file) ? Object.values(await importFrom(file)).filter(isMachine) : [];
    }),
  );
  const machines = new Map(found.flat().map((machine) => [machine.id, untold(machine)]));
  const portal = machines.get('portal');
  if (!portal) throw new Error('There is no machine "portal"');
  machines.delete('portal');
  const single = Object.fromEntries(machines);
  const flows = Object.fromEntries([...machines].map(([id, machine]) => [id, withFlows(machine, single)]));
  const cases = await Promise.all(
    Object.keys(flows).map(async (flow): Promise<readonly [string, AnyCases]> => {
      const file = join(root, 'tests', flow, `${flow}.cases.ts`);
      if (!existsSync(file)) throw new Error(`${file} is missing: the atlas cannot walk through "${flow}"`);
      return [flow, widened(flow, (await importFrom(file))['cases'] as AnyCases)];
    }),
  );
  const provided = portal.provide({ actors: flows });
  return { portal: provided, flows, cases: { ...Object.fromEntries(cases), portal: portalCases(portal) } };
}

/** Where every path begins: a client service has sent a person to the portal. */
export const START: PortalInput = {
  config: {
    ...DEFAULT_RUNTIME_CONFIG,
    appAsksMatch: true,
    services: [{ name: { ko: '사내 메일', en: 'Company Mail' }, url: 'https://service.example/login' }],
  },
  locale: 'ko',
  session: NEW_SESSION,
  keptPolicy: null,
  address: '/redirect?uid=1',
  origin: PORTAL,
  isOnline: true,
  passkeySupport: 'supported',
};
