import { assign, sendTo } from 'xstate';
import { managementRoute, mayManage } from '#machines/portal/management-rules.ts';
import type { ExistingLogin, PortalContext } from '#machines/portal/portal.types.ts';
import {
  beginCheck,
  beginRequest,
  clientIdOf,
  endCheck,
  knownClient,
  storeChallenge,
} from '#machines/portal/session-rules.ts';
import type { RedirectOutput } from '#machines/redirect/redirect.machine.ts';
import type { AuthSummary, ClientConfig } from '#machines/shared/domain.ts';
import { NOBODY, type Session } from '#machines/shared/session.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { personRules } from './person.ts';

/** Starts a request with what is known of its service, and drops what was known of another one. */
function begun(
  context: PortalContext,
  summary: AuthSummary,
  type: 'oidc' | 'saml',
): Pick<PortalContext, 'session' | 'policy' | 'client' | 'otherLogin' | 'existingLogin'> {
  const session = beginRequest(context.session, summary, type);
  const client = knownClient(session, context.config);
  return { session, policy: null, client, otherLogin: null, existingLogin: null };
}

/** The management of a person who is signed in, and where the way goes on after it. */
const managing = (
  session: Session,
  returnTarget: PortalContext['returnTarget'],
): Pick<PortalContext, 'session' | 'policy' | 'route' | 'existingLogin' | 'returnTarget'> => ({
  session: { ...session, person: { ...session.person, redirect: returnTarget.to } },
  policy: null,
  route: { screen: 'management', step: 'first', code: null },
  existingLogin: null,
  returnTarget,
});

/** The portal's own page, which a person who is signed in comes back to from the overview. */
const HOME = '/';

const hasBegunAtHome = ({ config, session }: PortalContext): boolean =>
  config.login !== null && session.person.redirect === HOME;

/** Guards and actions of the request and its client service. */
export const requestRules = personRules.extend({
  guards: {
    /** The page carries the request of the service, with nobody signed in. */
    isInitialRequest: ({ context: { initialRequest, route } }) =>
      initialRequest !== null && route.screen === 'redirect',
    hasBegun: (_, output: RedirectOutput) => output.reason === 'begun',
    isSignedIn: (_, output: RedirectOutput) => output.reason === 'authenticated',
    wantsManagement: (_, output: RedirectOutput) => output.reason === 'managing',
    wantsOtherAccount: (_, output: RedirectOutput) => output.reason === 'switching',
    /** The login of another tab may answer the request of this one: the server decides (decision 40). */
    canJoin: ({ context: { otherLogin, session } }) => otherLogin !== null && session.flow.redirectUrl !== '',
    /** Somebody who is signed in opens the portal itself, in a tab that no service has sent here (decision 157). */
    isSignedInAtHome: ({ context }) => {
      const { config, route, session } = context;
      if (config.login === null) return false;
      const { userId } = session.person;
      const isFree = userId === '' || hasBegunAtHome(context);
      if (route.screen === 'first') return isFree && session.flow.redirectUrl === '';
      // A service that this tab came from before changes nothing at the portal's own address.
      return route.screen === 'root' && (isFree || userId === config.login.userId);
    },
    hasBegunAtHome: ({ context }) => hasBegunAtHome(context),
    isUnmanagedFromHome: ({ context }) =>
      hasBegunAtHome(context) && managementRoute(context) !== null && !mayManage(context),
    hasExistingLogin: ({ context }) => context.existingLogin !== null,
    isOwnClient: ({ context: { session, config } }, clientId: string) =>
      clientIdOf(session, config) === clientId,
    offersQr: ({ context }) => context.client?.qrCode === true,
    mustLearnClient: ({ context: { client, method, session, config } }) =>
      client === null && method === TOKEN_CODES.qr && clientIdOf(session, config) !== '',
  },
  actions: {
    beginInitialRequest: assign(({ context }) => {
      const { initialRequest } = context;
      return initialRequest
        ? {
            ...begun(context, initialRequest, initialRequest.hasOpenIdScope ? 'oidc' : 'saml'),
            initialRequest: null,
          }
        : {};
    }),
    beginRequest: assign(({ context }, output: RedirectOutput) =>
      output.reason === 'begun' ? begun(context, output.summary, output.type) : {},
    ),
    beginAuth: assign(({ context: { session } }) => ({
      session: { ...session, flow: { ...session.flow, type: 'auth' as const } },
    })),
    beginCheck: assign(({ context: { session } }, type: 'authForPW' | 'authForLogin') => ({
      session: beginCheck(session, type),
    })),
    endCheck: assign(({ context: { session } }) => ({ session: endCheck(session) })),
    setRefusal: assign((_, output: RedirectOutput) =>
      output.reason === 'refused' ? { errorReason: output.notice } : {},
    ),
    leaveSignedIn: assign(({ context }, output: RedirectOutput) =>
      output.reason === 'authenticated'
        ? {
            session: beginRequest(
              context.session,
              output.summary,
              output.summary.hasOpenIdScope ? 'oidc' : 'saml',
            ),
            returnTarget: { to: output.summary.redirectUrl, wantsNoReauth: true },
          }
        : {},
    ),
    /** Whoever is signed in sees to their methods before they go on to the service. */
    beginManaging: assign(({ context }, output: RedirectOutput) =>
      output.reason === 'managing'
        ? managing(
            beginRequest(context.session, output.summary, output.summary.hasOpenIdScope ? 'oidc' : 'saml'),
            { to: output.summary.redirectUrl, wantsNoReauth: true },
          )
        : {},
    ),
    manageExistingLogin: assign(({ context: { session, existingLogin } }) =>
      existingLogin
        ? managing(
            { ...session, person: { ...NOBODY, userId: existingLogin.userId } },
            { to: existingLogin.to, wantsNoReauth: false },
          )
        : {},
    ),
    manageOwnLogin: assign(({ context: { session, config } }) => {
      const { userId, clientId } = config.login ?? { userId: '', clientId: '' };
      return managing(
        { flow: { ...session.flow, clientId }, person: { ...NOBODY, userId } },
        { to: HOME, wantsNoReauth: false },
      );
    }),
    leaveForOtherAccount: assign((_, output: RedirectOutput) =>
      output.reason === 'switching'
        ? {
            returnTarget: {
              to: `/logout?continue=${encodeURIComponent(output.summary.clientId)}`,
              wantsNoReauth: false,
            },
          }
        : {},
    ),
    leaveFor: assign((_, to: string) => ({ returnTarget: { to, wantsNoReauth: false } })),
    setExistingLogin: assign((_, existingLogin: ExistingLogin | null) => ({ existingLogin })),
    resumeLogin: assign(({ context: { existingLogin } }) => ({
      returnTarget: { to: existingLogin?.to ?? '', wantsNoReauth: false },
    })),
    setOtherLogin: assign((_, otherLogin: string | null) => ({ otherLogin })),
    tellOtherTabs: sendTo('tabs', ({ context }) => ({
      type: 'login.finished' as const,
      userId: context.session.person.userId,
    })),
    joinLogin: assign(({ context }) => ({
      returnTarget: { to: context.session.flow.redirectUrl, wantsNoReauth: true },
    })),
    askClient: sendTo('service-info', ({ context: { session, config } }) => ({
      type: 'client.wanted' as const,
      clientId: clientIdOf(session, config),
    })),
    setClient: assign(({ context: { session } }, client: ClientConfig) => ({
      client,
      session: { ...session, flow: { ...session.flow, company: client.serviceName } },
    })),
    tellIdentity: sendTo('id-entry', (_, config: ClientConfig) => ({
      type: 'client.learned' as const,
      config,
    })),
    storeChallenge: assign(({ context }, token: string) => ({
      session: storeChallenge(context.session, token),
    })),
    breakWithServer: assign(({ context: { session } }) => ({
      session: { ...session, flow: { ...session.flow, challengeKey: '' } },
      assertion: null,
    })),
    setIp: assign(({ context }, ip: string) => ({
      session: { ...context.session, flow: { ...context.session.flow, ip } },
    })),
  },
});
