import { assign, sendTo } from 'xstate';
import { managementRoute, mayManage } from '#machines/portal/management-rules.ts';
import type { PortalContext, StandingLogin } from '#machines/portal/portal.types.ts';
import {
  beginCheck,
  beginRequest,
  clientIdOf,
  endCheck,
  knownClient,
  noteChallenge,
} from '#machines/portal/session-rules.ts';
import type { RedirectOutput } from '#machines/redirect/redirect.machine.ts';
import type { AuthSummary, ClientConfig } from '#machines/shared/domain.ts';
import { NOBODY, type Session } from '#machines/shared/session.ts';
import { TOKEN_CODES } from '#wire/token-codes.ts';
import { personRules } from './person.ts';

/** A request with what is known of its service; nothing that was known of another one. */
function begun(
  context: PortalContext,
  summary: AuthSummary,
  type: 'oidc' | 'saml',
): Pick<PortalContext, 'session' | 'policy' | 'client' | 'otherLogin' | 'standingLogin'> {
  const session = beginRequest(context.session, summary, type);
  const client = knownClient(session, context.config);
  return { session, policy: null, client, otherLogin: null, standingLogin: null };
}

/** The management of a person who is signed in, and where the way goes on after it. */
const managing = (
  session: Session,
  departure: PortalContext['departure'],
): Pick<PortalContext, 'session' | 'policy' | 'route' | 'standingLogin' | 'departure'> => ({
  session: { ...session, person: { ...session.person, redirect: departure.to } },
  policy: null,
  route: { screen: 'management', step: 'first', code: null },
  standingLogin: null,
  departure,
});

/** The portal's own page, which a person who is signed in comes back to from the overview. */
const HOME = '/';

const hasBegunAtHome = ({ config, session }: PortalContext): boolean =>
  config.login !== null && session.person.redirect === HOME;

/** What a client service asks for, and what is known of it. */
export const requestRules = personRules.extend({
  guards: {
    /** The page was told what the service asks for, with nobody signed in. */
    isToldRequest: ({ context: { told, route } }) => told !== null && route.screen === 'redirect',
    hasBegun: (_, output: RedirectOutput) => output.reason === 'begun',
    isSignedIn: (_, output: RedirectOutput) => output.reason === 'authenticated',
    wantsManagement: (_, output: RedirectOutput) => output.reason === 'managing',
    wantsOtherAccount: (_, output: RedirectOutput) => output.reason === 'switching',
    /** The login of another tab may answer the request of this one: the server decides (decision 40). */
    canJoin: ({ context: { otherLogin, session } }) => otherLogin !== null && session.flow.redirectUrl !== '',
    /** Somebody who is signed in opens the portal itself, in a tab that no service has sent here (decision 157). */
    isSignedInAtHome: ({ context }) =>
      context.config.login !== null &&
      (context.route.screen === 'root' || context.route.screen === 'first') &&
      context.session.flow.redirectUrl === '' &&
      (context.session.person.userId === '' || hasBegunAtHome(context)),
    hasBegunAtHome: ({ context }) => hasBegunAtHome(context),
    isUnmanagedFromHome: ({ context }) =>
      hasBegunAtHome(context) && managementRoute(context) !== null && !mayManage(context),
    hasStandingLogin: ({ context }) => context.standingLogin !== null,
    isOwnClient: ({ context: { session, config } }, clientId: string) =>
      clientIdOf(session, config) === clientId,
    offersQr: ({ context }) => context.client?.qrCode === true,
    mustLearnClient: ({ context: { client, method, session, config } }) =>
      client === null && method === TOKEN_CODES.qr && clientIdOf(session, config) !== '',
  },
  actions: {
    beginToldRequest: assign(({ context }) => {
      const { told } = context;
      return told ? { ...begun(context, told, told.hasOpenIdScope ? 'oidc' : 'saml'), told: null } : {};
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
    noteRefusal: assign((_, output: RedirectOutput) =>
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
            departure: { to: output.summary.redirectUrl, wantsNoReauth: true },
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
    manageStandingLogin: assign(({ context: { session, standingLogin } }) =>
      standingLogin
        ? managing(
            { ...session, person: { ...NOBODY, userId: standingLogin.userId } },
            { to: standingLogin.to, wantsNoReauth: false },
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
            departure: {
              to: `/logout?continue=${encodeURIComponent(output.summary.clientId)}`,
              wantsNoReauth: false,
            },
          }
        : {},
    ),
    leaveFor: assign((_, to: string) => ({ departure: { to, wantsNoReauth: false } })),
    noteStandingLogin: assign((_, standingLogin: StandingLogin | null) => ({ standingLogin })),
    resumeLogin: assign(({ context: { standingLogin } }) => ({
      departure: { to: standingLogin?.to ?? '', wantsNoReauth: false },
    })),
    noteOtherLogin: assign((_, otherLogin: string | null) => ({ otherLogin })),
    tellOtherTabs: sendTo('tabs', ({ context }) => ({
      type: 'login.finished' as const,
      userId: context.session.person.userId,
    })),
    joinLogin: assign(({ context }) => ({
      departure: { to: context.session.flow.redirectUrl, wantsNoReauth: true },
    })),
    askClient: sendTo('service-info', ({ context: { session, config } }) => ({
      type: 'client.wanted' as const,
      clientId: clientIdOf(session, config),
    })),
    noteClient: assign(({ context: { session } }, client: ClientConfig) => ({
      client,
      session: { ...session, flow: { ...session.flow, company: client.serviceName } },
    })),
    tellIdentity: sendTo('id-entry', (_, config: ClientConfig) => ({
      type: 'client.learned' as const,
      config,
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
  },
});
