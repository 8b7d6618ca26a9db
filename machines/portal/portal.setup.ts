import { assign, sendTo, setup } from 'xstate';
import type { ChooserOutput } from '#machines/chooser/chooser.machine.ts';
import type { IdEntryOutput } from '#machines/id-entry/id-entry.machine.ts';
import type { RedirectOutput } from '#machines/redirect/redirect.machine.ts';
import { isChange } from '#machines/shared/change.ts';
import type { ClientConfig } from '#machines/shared/domain.ts';
import type { MethodOutcome } from '#machines/shared/outcome.ts';
import { port, source } from '#machines/shared/port.ts';
import type { Failure } from '#machines/shared/result.ts';
import type { Pending } from '#machines/shared/session.ts';
import { routeCode, TOKEN_CODES } from '#wire/token-codes.ts';
import { BESIDE_FLOWS, FIRST_FLOWS, LAZY_FLOWS, type LazyFlow } from './flows.ts';
import {
  approvedQr,
  firstTokens,
  isGateOpen,
  keptAssertion,
  type MethodFlow,
  openableFlow,
} from './policy-rules.ts';
import type {
  PolicyAnswer,
  PortalContext,
  PortalEvent,
  PortalInput,
  PortalMeta,
  Remark,
  TabNews,
} from './portal.types.ts';
import { appNameOf, parseRoute, type Route } from './route.ts';
import {
  beginRequest,
  clientIdOf,
  dropSecondStep,
  fixedCode,
  forgetAll,
  forgetPerson,
  identify,
  noteChallenge,
  noteFirstStep,
  noteLogin,
  ownPolicy,
  recognise,
} from './session-rules.ts';

/** What the portal machine is made of: flows, ports, rules and changes of the session values. */
export const portalSetup = setup({
  types: {
    context: {} as PortalContext,
    events: {} as PortalEvent,
    input: {} as PortalInput,
    meta: {} as PortalMeta,
    tags: {} as 'busy' | 'unloaded',
  },
  actors: {
    ...FIRST_FLOWS,
    ...LAZY_FLOWS,
    ...BESIDE_FLOWS,
    /** Hears of logins in other tabs, and tells them of the one in this tab. */
    tabs: source<TabNews>('portal.tabs'),
    /** Fetches the chunk of a flow and puts its machine and view in place. */
    load: port<void, { flow: LazyFlow }>('portal.load'),
    checkPolicy: port<PolicyAnswer, { userId: string; clientId: string }>('portal.checkPolicy'),
    /** The public IP address of the device, or an empty string (decision 10). */
    lookUpIp: port<string>('portal.lookUpIp'),
  },
  guards: {
    asksFor: ({ context }, screen: Route['screen']) => context.route.screen === screen,
    lacksAk: ({ context: { route } }) => route.screen === 'provisioning' && route.ak === '',
    isStranger: ({ context }) => context.session.person.userId === '',
    isStrangerAtQr: ({ context: { session, route } }) =>
      session.person.userId === '' && route.screen === 'method' && route.code === TOKEN_CODES.qr,
    mustLearnClient: ({ context: { client, method, session, config } }) =>
      client === null && method === TOKEN_CODES.qr && clientIdOf(session, config) !== '',
    offersQr: ({ context }) => context.client?.qrCode === true,
    hasApprovedQr: ({ context }) => approvedQr(context.session) !== null,
    lacksPolicy: ({ context }) => context.policy === null,
    isGateOpen: ({ context }) => context.policy !== null && isGateOpen(context.policy),
    opens: ({ context }, flow: MethodFlow) => openableFlow(context) === flow,
    hasAssertion: ({ context }) => context.assertion !== null,
    hasFixedMethod: ({ context }) => fixedCode(context) !== null,
    hasBegun: (_, output: RedirectOutput) => output.reason === 'begun',
    isSignedIn: (_, output: RedirectOutput) => output.reason === 'authenticated',
    wantsOtherAccount: (_, output: RedirectOutput) => output.reason === 'switching',
    wantsBack: ({ context }) => context.outcome?.reason === 'back',
    wantsOtherMethod: ({ context }) => context.outcome?.reason === 'other',
    hasLeft: (_, outcome: MethodOutcome) => outcome.reason === 'left',
    isAuthenticated: (_, outcome: MethodOutcome) => outcome.reason === 'authenticated',
    hasPassed: ({ context }) => context.outcome?.reason === 'passed',
    isRecognised: ({ context }) => context.outcome?.reason === 'recognised',
    isOutdatedStranger: ({ context: { outcome, session } }) =>
      outcome?.reason === 'outdated' && session.person.userId === '',
    isOutdated: ({ context }) => context.outcome?.reason === 'outdated',
    isOutdatedAgain: ({ context }) => context.outcome?.reason === 'outdated' && context.hasRestarted,
    mustChangePassword: ({ context: { outcome, origin } }) =>
      outcome?.reason === 'authenticated' && isChange(outcome.login.to, origin),
    hasChosen: (_, output: ChooserOutput) => output.reason === 'chosen',
    wantsRegistration: (_, output: ChooserOutput) => output.reason === 'registration',
    /** The first step is done and the policy wants another (decision 57). */
    needsSecondStep: ({ context: { outcome, policy } }) =>
      outcome?.reason === 'authenticated' && policy?.secondAuth === true,
    hasFirstStep: ({ context: { policy, session } }) =>
      policy?.secondAuth === true && session.person.secondToken !== '',
    /** Nothing has opened the second step: it is no screen to begin at (decision 103). */
    isAtSecondUnearned: ({ context: { route, session, policy } }) =>
      route.screen === 'second' &&
      (session.person.secondToken === '' || (policy !== null && !policy.secondAuth)),
    /** Between two steps nobody is signed in yet: a 401 there is an answer to the step (ADR-0012). */
    hasSession: ({ context: { session } }) => session.person.secondToken === '',
    isRenewed: (_, answer: PolicyAnswer) => answer.ok,
    /** The login of another tab may answer the request of this one: the server decides (decision 40). */
    canJoin: ({ context: { otherLogin, session } }) => otherLogin !== null && session.flow.redirectUrl !== '',
    isOwnClient: ({ context: { session, config } }, clientId: string) =>
      clientIdOf(session, config) === clientId,
  },
  actions: {
    noteRoute: assign((_, address: string) => ({
      route: parseRoute(address),
      remark: null,
      failure: null,
      assertion: null,
    })),
    noteAbsent: assign((_, address: string) => ({ route: { screen: 'absent' as const, address } })),
    noteAskedMethod: assign(({ context }) => ({
      method: context.route.screen === 'method' ? context.route.code : null,
    })),
    notePasskeyMethod: assign({ method: TOKEN_CODES.passkey }),
    dropAssertion: assign({ assertion: null }),
    noteFixedMethod: assign(({ context }) => ({ method: fixedCode(context) })),
    /** The look-up knows more than the policy does, which may be from before a registration (decision 95). */
    noteChosen: assign(({ context: { policy } }, output: ChooserOutput) =>
      output.reason === 'chosen'
        ? {
            method: output.code,
            policy: policy && { ...policy, userTokens: { ...policy.userTokens, ...output.found } },
          }
        : {},
    ),
    noteRegistration: assign((_, output: ChooserOutput) =>
      output.reason === 'registration'
        ? {
            route: { screen: 'absent' as const, address: `/first/management?type=${routeCode(output.code)}` },
          }
        : {},
    ),
    noteQr: assign({ method: TOKEN_CODES.qr }),
    /** A flow that still has something to do ends when it is done. */
    askToLeave: sendTo((_, flow: 'push' | 'second-factor') => flow, { type: 'screen.leave' }),
    /** Why the login began anew is said before anything else. */
    noteRemark: assign(({ context }, remark: Remark) => ({ remark: context.remark ?? remark })),
    /** Only the password before a passkey leaves something to do with the passkey of the ID entry. */
    noteOutcome: assign(({ context }, outcome: MethodOutcome) => ({
      outcome,
      assertion: outcome.reason === 'passed' ? context.assertion : null,
    })),
    notePending: assign(({ context: { session } }, pending: Pending | null) => ({
      session: { ...session, person: { ...session.person, pending } },
    })),
    /** Opening another method's screen drops the code that was under way (decision 79). */
    dropForeignPending: assign(({ context: { session, method } }) =>
      session.person.pending?.tokenCode === method
        ? {}
        : { session: { ...session, person: { ...session.person, pending: null } } },
    ),
    /** The approval that waited has been used or refused. */
    dropApproval: assign(({ context: { session } }) =>
      approvedQr(session) === null
        ? {}
        : { session: { ...session, person: { ...session.person, pending: null } } },
    ),
    noteRecognised: assign(({ context: { session, outcome } }) =>
      outcome?.reason === 'recognised'
        ? {
            session: recognise(session, outcome),
            hasRestarted: false,
            policy: null,
            outcome: null,
            route: { screen: 'firstStep' as const },
          }
        : {},
    ),
    enterEmergency: assign(({ context: { session } }) => ({
      session: { ...session, person: { ...session.person, emergency: true } },
    })),
    leaveEmergency: assign(({ context: { session } }) => ({
      session: { ...session, person: { ...session.person, emergency: false } },
    })),
    noteNotice: assign((_, notice: string) => ({ notice, assertion: null })),
    noteAskedNotice: assign(({ context }) => ({
      notice: context.route.screen === 'error' ? context.route.reason : '',
    })),
    leaveFor: assign((_, to: string) => ({ departure: { to, wantsNoReauth: false } })),
    noteRefusal: assign((_, output: RedirectOutput) =>
      output.reason === 'refused' ? { notice: output.notice } : {},
    ),
    chooseLanguage: assign((_, locale: 'ko' | 'en') => ({ locale })),
    askClient: sendTo('service-info', ({ context: { session, config } }) => ({
      type: 'client.wanted' as const,
      clientId: clientIdOf(session, config),
    })),
    askClientAgain: sendTo('service-info', { type: 'language.chosen' as const }),
    tellIdentity: sendTo('id-entry', (_, config: ClientConfig) => ({
      type: 'client.learned' as const,
      config,
    })),
    noteClient: assign(({ context: { session } }, client: ClientConfig) => ({
      client,
      session: { ...session, flow: { ...session.flow, company: client.serviceName } },
    })),
    noteChallenge: assign(({ context }, token: string) => ({
      session: noteChallenge(context.session, token),
    })),
    breakWithServer: assign(({ context: { session } }) => ({
      session: { ...session, flow: { ...session.flow, challengeKey: '' } },
      assertion: null,
    })),
    noteIp: assign(({ context }, ip: string) => ({
      session: { ...context.session, flow: { ...context.session.flow, ip } },
    })),
    beginRequest: assign(({ context }, output: RedirectOutput) =>
      output.reason === 'begun'
        ? {
            session: beginRequest(context.session, output.summary, output.type),
            policy: null,
            client: null,
            otherLogin: null,
          }
        : {},
    ),
    leaveSignedIn: assign(({ context }, output: RedirectOutput) =>
      output.reason === 'authenticated'
        ? {
            session: beginRequest(
              context.session,
              output.summary,
              output.summary.hasOpenIdScope ? 'oidc' : 'saml',
            ),
            departure: { to: output.summary.redirectUrl, wantsNoReauth: true },
          }
        : {},
    ),
    leaveForOtherAccount: assign((_, output: RedirectOutput) =>
      output.reason === 'switching'
        ? {
            departure: {
              to: `/logout?continue=${encodeURIComponent(output.summary.clientId)}`,
              wantsNoReauth: false,
            },
          }
        : {},
    ),
    identify: assign(({ context }, identified: IdEntryOutput) => ({
      session: identify(dropSecondStep(context.session), identified),
      policy: identified.policy,
      assertion: keptAssertion(context, identified),
      failure: null,
      remark: null,
      hasRestarted: false,
    })),
    renewPolicy: assign(({ context }, answer: PolicyAnswer) =>
      answer.ok
        ? { session: identify(context.session, answer.value), policy: answer.value.policy }
        : { failure: answer.failure },
    ),
    noteFailure: assign((_, failure: Failure) => ({ failure })),
    restartFirstStep: assign(({ context }, remark: Remark) => ({
      session: dropSecondStep(context.session),
      route: { screen: 'firstStep' as const },
      remark,
      hasRestarted: true,
    })),
    passGate: assign(({ context }) => ({
      policy: context.policy && { ...context.policy, check: true },
      remark: null,
    })),
    noteLogin: assign(({ context }) =>
      context.outcome?.reason === 'authenticated'
        ? {
            session: noteLogin(context.session, context.outcome.login),
            departure: { to: context.outcome.login.to, wantsNoReauth: false },
            outcome: null,
            remark: null,
            hasRestarted: false,
          }
        : {},
    ),
    noteFirstStep: assign(({ context: { session, outcome, policy, method } }) =>
      outcome?.reason === 'authenticated'
        ? {
            session: noteFirstStep(session, outcome.login),
            policy: policy && { ...policy, firstTokens: firstTokens(policy, method) },
            outcome: null,
            remark: null,
          }
        : {},
    ),
    forgetPerson: assign(({ context }) => ({ session: forgetPerson(context.session), policy: null })),
    beginAuth: assign(({ context: { session } }) => ({
      session: { ...session, flow: { ...session.flow, type: 'auth' as const } },
    })),
    dropHandedCode: assign({ route: { screen: 'authenticated' as const, otp: '' } }),
    noteOtherLogin: assign((_, otherLogin: string | null) => ({ otherLogin })),
    tellOtherTabs: sendTo('tabs', ({ context }) => ({
      type: 'login.finished' as const,
      userId: context.session.person.userId,
    })),
    joinLogin: assign(({ context }) => ({
      departure: { to: context.session.flow.redirectUrl, wantsNoReauth: true },
    })),
    forgetAll: assign(({ context }) => ({
      session: forgetAll(context.session),
      policy: null,
      client: null,
    })),
  },
});

/** The client service to ask about at load; empty where the redirect page is yet to find out which it is. */
export const firstClient = ({ route, session, config }: PortalContext): string =>
  route.screen === 'redirect' ? '' : clientIdOf(session, config);

export const initialContext = (input: PortalInput): PortalContext => {
  const appName = appNameOf(input.address) || input.session.flow.appName;
  return {
    config: input.config,
    locale: input.locale,
    origin: input.origin,
    isOnline: input.isOnline,
    passkeySupport: input.passkeySupport,
    session: { ...input.session, flow: { ...input.session.flow, appName } },
    policy: ownPolicy(input.keptPolicy, input.session, input.config),
    client: null,
    route: parseRoute(input.address),
    notice: '',
    remark: null,
    hasRestarted: false,
    failure: null,
    method: null,
    assertion: null,
    outcome: null,
    otherLogin: null,
    departure: { to: '', wantsNoReauth: false },
  };
};
