import type { AnyStateNode } from 'xstate';
import {
  authSummary,
  clientConfig,
  EXISTING_LOGIN,
  loginResult,
  PORTAL,
  policy,
  rejected,
  SERVICE,
} from '#cases/samples.ts';
import { LAZY_FLOWS } from '#machines/portal/flows.ts';
import { portalMachine } from '#machines/portal/portal.machine.ts';
import type { PortalSnapshot } from '#machines/portal/portal.selectors.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import type { Method } from '#machines/shared/policy.ts';
import { failed, success, UNREACHABLE } from '#machines/shared/result.ts';
import { NEW_SESSION, type Session } from '#machines/shared/session.ts';
import { describeModel } from '#tests/support/model/describe.ts';
import { portalInput, SERVICES } from '#tests/support/model/portal.ts';
import { DEFAULT_RUNTIME_CONFIG } from '#wire/runtime-config.ts';
import { OTHER_ADDRESSES } from './other-addresses.ts';

const session: Session = {
  request: { ...NEW_SESSION.request, clientId: SERVICE },
  person: { ...NEW_SESSION.person, userId: 'kim' },
};

const input = (changes: Partial<PortalInput>): PortalInput => portalInput({ address: '/', ...changes });

const ALL: readonly Method[] = ['password', 'emergencyCode', 'sms', 'otpCard', 'push', 'passkey'];
const registered = { ...policy().userTokens, otpCard: 'C-1', mobileApp: 'phone', passkey: 'laptop' };

const storedPolicy = (changes: Parameters<typeof policy>[1]) => ({
  userId: 'kim',
  clientId: SERVICE,
  policy: policy(ALL, { userTokens: registered, ...changes }),
});

const fixed = (tokenCode: '-1' | '1' | '7') => ({ tokenCode, alwaysSend: false });
const password = policy();
const gate = policy(['password', 'sms', 'yubikey']);
const fixedPassword = policy(['password', 'sms'], { authType: 'otp', fixedToken: fixed('-1') });
const fixedSms = policy(['password', 'sms'], { authType: 'otp', fixedToken: fixed('1') });
const lostCard = policy(['password', 'otpCard'], { authType: 'otp', fixedToken: fixed('7') });
const anyMethod = policy(['password', 'sms'], { authType: 'otp' });

const RECOGNISED = {
  reason: 'recognised',
  userId: 'kim',
  pending: { tokenCode: '11', kind: 'approval', id: 'qr-1', validUntil: 60_000 },
} as const;

const METHOD_OUTCOMES = [
  { reason: 'other' },
  { reason: 'outdated' },
  { reason: 'authenticated', login: loginResult() },
] as const;

const RESET_CONDITIONS = success({
  setting: {
    selfAuth: { sms: true, internalMail: true, privateMail: true, mobileOtp: true, push: true },
    proof: 'selfAuthOrQnA' as const,
    passwordReuseLimit: 3,
    offersPasswordChange: true,
  },
  account: { canSetPassword: true, phoneNumber: null, internalMail: null, privateMail: null },
});

const twoSteps = policy(['password'], {
  secondAuth: true,
  secondTokenPriority: { yubikey: 1 },
  canManage: true,
  listsFactors: true,
});

const identifiedWith = (found: typeof password, assertion: string | null = null) => ({
  userId: 'kim',
  policy: found,
  assertion,
});
const withPasskey = policy(['password', 'passkey'], { authType: 'otp', userTokens: registered });

/** What follows the ID entry, as the address requests: a registration, or the identity check. */
function requestedAfterIdEntry(snapshot: PortalSnapshot) {
  const { route, hasBegunAtIdEntry } = snapshot.context;
  if (snapshot.matches('management') && route.screen === 'management') return [route.step, hasBegunAtIdEntry];
  if (!snapshot.matches('id-entry')) return null;
  const isRegistration = hasBegunAtIdEntry && route.screen === 'management' && route.step === 'first';
  return route.screen === 'self-auth' || isRegistration ? route.screen : null;
}

type NameIn<Value> = Value extends string ? Value : keyof Value;
type Screen = NameIn<PortalSnapshot['value']>;

/** Screens for which few values are compared; the values of the person are compared on the other screens. */
const SCREENS_WITH_FEW_VALUES: ReadonlySet<Screen> = new Set([
  'authenticated',
  'device-sign-in',
  'end-sign-ins',
  'forgot-password',
  'offer-passkey',
  'session-lost',
  'provisioning',
  'redirect',
  'return-to-service',
  'self-auth',
  'signed-in',
  'service-result',
  'url-password',
]);

/** The state of the portal itself; `matches` would be too slow at every step. */
const screenOf = ({ value }: PortalSnapshot): Screen =>
  typeof value === 'string' ? value : (Object.keys(value)[0] as Screen);

/** The values that decide which screen may follow; the scenarios check the other ones. */
const decisiveValues = (snapshot: PortalSnapshot) => {
  const {
    route,
    errorReason,
    failure,
    hasRestarted,
    returnTarget,
    canResetPassword,
    method,
    policy: found,
    session: values,
  } = snapshot.context;
  const screen = screenOf(snapshot);
  const returnValues = screen === 'return-to-service' && [returnTarget.to === '', returnTarget.skipsReauth];
  const hasDeclined = values.request.isDeclined;
  const canDecline = snapshot.can({ type: 'request.decline' });
  if (SCREENS_WITH_FEW_VALUES.has(screen))
    return { userId: values.person.userId, returnValues, hasDeclined, canDecline };
  if (screen === 'error-page') return { userId: values.person.userId, errorReason };
  const isAtFirst = snapshot.matches({ 'id-entry': 'withRequest' });
  return {
    userId: values.person.userId,
    hasRestarted,
    hasApproval: values.person.pending?.kind === 'approval',
    offersQr: screen === 'id-entry' && (snapshot.context.client?.qrCode ?? null),
    requestedAfterIdEntry: requestedAfterIdEntry(snapshot),
    isLoggedIn: values.person.redirect !== '',
    isFromHome: values.person.redirect === '/',
    hasManagementUrl: values.person.managementUrl !== '',
    method: screen === 'sent-code' || screen === 'device-code' ? method : null,
    policy: found && [
      found.authType,
      found.check,
      found.fixedToken?.tokenCode,
      found.allowed.sms,
      found.allowed.push,
      found.secondAuth,
    ],
    canResetPassword: screen === 'password' && canResetPassword,
    isFirstStepDone: values.person.secondToken !== '',
    route: screen === 'renewing' ? route : null,
    canResume: isAtFirst && snapshot.can({ type: 'login.resume' }),
    hasRequest: isAtFirst && values.request.redirectUrl !== '',
    hasDeclined,
    canDecline,
    canJoin: isAtFirst && snapshot.can({ type: 'login.join' }),
    assertion: snapshot.context.assertion,
    hasInitialRequest: snapshot.context.initialRequest !== null,
    isRefused: screen === 'id-entry' && failure !== null,
  };
};

const pathsOf = ({ meta, states }: AnyStateNode): readonly string[] => [
  ...(meta?.path ? [meta.path as string] : []),
  ...Object.values(states).flatMap(pathsOf),
];

/** The addresses of all screens whose path has no parameters. */
const ADDRESSES_WITHOUT_PARAMETERS = pathsOf(portalMachine.root as AnyStateNode).filter(
  (path) => !/[{?]/.test(path),
);

/** The configuration of a page whose initial data has a request of an unknown person. */
const CONFIG_WITH_REQUEST = {
  ...DEFAULT_RUNTIME_CONFIG,
  known: { summary: authSummary(), client: { clientId: SERVICE, config: clientConfig() } },
};

/** The plain outcome of every lazy flow; `answers` replaces it for the flows with others. */
const PLAIN_OUTCOMES = Object.fromEntries(Object.keys(LAZY_FLOWS).map((flow) => [flow, [undefined]]));

describeModel(portalMachine, {
  inputs: {
    'a person whose QR code was approved before the policy is known': input({
      session: { ...session, person: { ...session.person, pending: RECOGNISED.pending } },
      address: '/auth',
    }),
    'an unknown person': input({}),
    'an unknown person whose page has the request as initial data': input({
      config: CONFIG_WITH_REQUEST,
      address: '/first',
    }),
    'a person with a stored policy and a request': input({
      session: { ...session, request: { ...session.request, redirectUrl: authSummary().redirectUrl } },
      storedPolicy: storedPolicy({ authType: 'otp' }),
      address: '/first/auth?type=pw',
    }),
    'a person who is signed in and opens the portal itself': input({
      config: { ...DEFAULT_RUNTIME_CONFIG, services: SERVICES, login: EXISTING_LOGIN },
    }),
    'a person without a stored policy': input({ session, address: '/first/auth?type=pw' }),
  },
  sharesSteps: true,
  coversPairsOnly: true,
  events: [
    ...[...new Set([...ADDRESSES_WITHOUT_PARAMETERS, '/', ...OTHER_ADDRESSES])].map((address) => ({
      type: 'route.requested' as const,
      address,
    })),
    { type: 'language.chosen', locale: 'en' },
    { type: 'challenge.received', token: 'seed' },
    { type: 'load.retry' },
    { type: 'client.received', clientId: SERVICE, config: clientConfig() },
    { type: 'client.received', clientId: SERVICE, config: clientConfig({ qrCode: true, passkey: true }) },
    { type: 'passkey.register' },
    { type: 'forgot.open' },
    { type: 'client.failed' },
    { type: 'qr.choose' },
    { type: 'pending.changed', pending: { tokenCode: '1', kind: 'code', id: '', validUntil: 300_000 } },
    { type: 'page.refused' },
    { type: 'challenge.failed' },
    { type: 'session.expired' },
    { type: 'session.lapsed' },
    { type: 'login.noticed', userId: 'lee' },
    { type: 'login.join' },
    { type: 'request.decline' },
    { type: 'login.resume' },
    { type: 'login.manage' },
    { type: 'overview.request' },
  ],
  answers: {
    ...PLAIN_OUTCOMES,
    redirect: [
      { reason: 'begun', summary: authSummary(), type: 'oidc' },
      { reason: 'authenticated', summary: authSummary() },
      { reason: 'switching', summary: authSummary() },
      { reason: 'managing', summary: authSummary({ userId: 'kim' }) },
      { reason: 'refused', notice: 'notExists' },
    ],
    'id-entry': [
      ...[password, gate, fixedPassword, fixedSms, lostCard, anyMethod, twoSteps].map((found) =>
        identifiedWith(found),
      ),
      { ...identifiedWith(twoSteps), secondStep: { accessToken: 'send-1', secondToken: 'second-1' } },
      identifiedWith(withPasskey, 'assertion-1'),
    ],
    password: [
      { reason: 'back' },
      { reason: 'other' },
      { reason: 'passed' },
      { reason: 'outdated' },
      { reason: 'outdated', failure: rejected('016') },
      { reason: 'authenticated', login: loginResult() },
      { reason: 'authenticated', login: loginResult({ to: '/change' }) },
      { reason: 'authenticated', login: loginResult({ secondToken: 'second-1' }) },
    ],
    chooser: [
      { reason: 'back' },
      { reason: 'chosen', code: '1', authenticators: null },
      { reason: 'registration', code: '8' },
    ],
    emergency: METHOD_OUTCOMES,
    'sent-code': METHOD_OUTCOMES,
    'device-code': METHOD_OUTCOMES,
    qr: [{ reason: 'back' }, ...METHOD_OUTCOMES.slice(1), RECOGNISED],
    push: [...METHOD_OUTCOMES, { reason: 'left' }],
    'second-factor': [
      { reason: 'authenticated', login: loginResult({ passkeyOffer: 'offer-1' }) },
      { reason: 'authenticated', login: loginResult({ endSignIns: 'held-1' }) },
      { reason: 'back' },
      { reason: 'left' },
      ...METHOD_OUTCOMES.slice(1),
      { reason: 'authenticated', login: loginResult({ to: '/change' }) },
    ],
    passkey: METHOD_OUTCOMES,
    checkPolicy: [
      success({ userId: 'kim', policy: password }),
      success({ userId: 'kim', policy: anyMethod }),
      failed(UNREACHABLE),
      failed(rejected('000', 404)),
    ],
    'end-sign-ins': [{ reason: 'back' }, ...METHOD_OUTCOMES.slice(1)],
    'offer-passkey': [undefined],
    'device-sign-in': [{ to: '/redirect?uid=request-1' }],
    'self-auth': [{ reason: 'back' }, { reason: 'passed', token: 'identity-1', method: 'sms' }],
    'url-password': [
      { reason: 'back' },
      { reason: 'finished', to: `${PORTAL}/first`, passwordSavedFor: 'kim' },
    ],
    'forgot-password': [
      { reason: 'back' },
      { reason: 'saved', identified: identifiedWith(anyMethod), authType: 'otp' },
    ],
    'password-expiry': [{ reason: 'back' }, { reason: 'saved', to: '' }],
    fetchResetConditions: [RESET_CONDITIONS, failed(UNREACHABLE)],
    'error-page': [undefined],
    'return-to-service': [{ reason: 'noRedirectUrl' }],
    management: [{ reason: 'back' }, { reason: 'signIn' }, { reason: 'registered', code: '8' }],
    load: [undefined],
    lookUpIp: ['203.0.113.7'],
    lookUpLogin: [null, { userId: 'kim', to: `${PORTAL}/on` }],
  },
  project: decisiveValues,
});
