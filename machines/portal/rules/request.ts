import { managementRoute, mayManage } from '#machines/portal/management-rules.ts';
import type { ExistingLogin, PortalContext } from '#machines/portal/portal.types.ts';
import {
  beginCheck,
  beginRequest,
  clientIdOf,
  endCheck,
  hasDeclined,
  knownClient,
  storeChallenge,
} from '#machines/portal/session-rules.ts';
import type { RedirectOutput } from '#machines/redirect/redirect.machine.ts';
import type { AuthSummary, ClientConfig } from '#machines/shared/domain.ts';
import { NO_PERSON, type Session } from '#machines/shared/session.ts';
import { TYPE_CODES } from '#wire/token-codes.ts';
import { assignPortal, type PortalArgs, sendFromPortal } from './actions.ts';

/** The context of a new request: the values of another request or person are dropped. */
function startedRequest(
  context: PortalContext,
  summary: AuthSummary,
  type: 'oidc' | 'saml',
): Pick<PortalContext, 'session' | 'policy' | 'client' | 'otherLogin' | 'existingLogin'> {
  const session = beginRequest(context.session, summary, type);
  const client = knownClient(session, context.config);
  return { session, policy: null, client, otherLogin: null, existingLogin: null };
}

/** Opens the management for a person who is signed in; `returnTarget` is where it leads afterwards. */
const managementOf = (
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

/** Guards of the request and its client service. */
export const requestGuards = {
  /** The page has the request of the service, and no person is signed in. */
  isInitialRequest: ({ context: { initialRequest, route } }: PortalArgs) =>
    initialRequest !== null && route.screen === 'redirect',
  /** A service waits for the answer to a request: without one there is no client, or the person has signed in already. */
  hasRequest: ({ context: { session, existingLogin } }: PortalArgs) =>
    session.flow.redirectUrl !== '' && session.flow.clientId !== '' && existingLogin === null,
  hasDeclined: ({ context }: PortalArgs) => hasDeclined(context),
  hasBegun: (_: PortalArgs, output: RedirectOutput) => output.reason === 'begun',
  isSignedIn: (_: PortalArgs, output: RedirectOutput) => output.reason === 'authenticated',
  wantsManagement: (_: PortalArgs, output: RedirectOutput) => output.reason === 'managing',
  wantsOtherAccount: (_: PortalArgs, output: RedirectOutput) => output.reason === 'switching',
  /** The login of another tab may answer the request of this one: the server decides (rule 40). */
  canJoin: ({ context: { otherLogin, session } }: PortalArgs) =>
    otherLogin !== null && session.flow.redirectUrl !== '',
  /** Somebody who is signed in opens the portal itself, in a tab that no service has sent here (rule 157). */
  isSignedInAtHome: ({ context }: PortalArgs) => {
    const { config, route, session } = context;
    if (config.login === null) return false;
    const { userId } = session.person;
    const isFree = userId === '' || hasBegunAtHome(context);
    if (route.screen === 'first') return isFree && session.flow.redirectUrl === '';
    // A service that this tab came from before changes nothing at the portal's own address.
    return route.screen === 'root' && (isFree || userId === config.login.userId);
  },
  hasBegunAtHome: ({ context }: PortalArgs) => hasBegunAtHome(context),
  cannotManageFromHome: ({ context }: PortalArgs) =>
    hasBegunAtHome(context) && managementRoute(context) !== null && !mayManage(context),
  hasExistingLogin: ({ context }: PortalArgs) => context.existingLogin !== null,
  isOwnClient: ({ context: { session, config } }: PortalArgs, clientId: string) =>
    clientIdOf(session, config) === clientId,
  offersQr: ({ context }: PortalArgs) => context.client?.qrCode === true,
  needsClient: ({ context: { client, method, session, config } }: PortalArgs) =>
    client === null && method === TYPE_CODES.qr && clientIdOf(session, config) !== '',
};

/** Actions of the request and its client service. */
export const requestActions = {
  beginInitialRequest: assignPortal(({ context }) => {
    const { initialRequest } = context;
    return initialRequest
      ? {
          ...startedRequest(context, initialRequest, initialRequest.hasOpenIdScope ? 'oidc' : 'saml'),
          initialRequest: null,
        }
      : {};
  }),
  beginRequest: assignPortal(({ context }, output: RedirectOutput) =>
    output.reason === 'begun' ? startedRequest(context, output.summary, output.type) : {},
  ),
  beginAuth: assignPortal(({ context: { session } }) => ({
    session: { ...session, flow: { ...session.flow, type: 'auth' } },
  })),
  beginCheck: assignPortal(({ context: { session } }, type: 'authForPW' | 'authForLogin') => ({
    session: beginCheck(session, type),
  })),
  endCheck: assignPortal(({ context: { session } }) => ({ session: endCheck(session) })),
  setRefusal: assignPortal((_, output: RedirectOutput) =>
    output.reason === 'refused' ? { errorReason: output.notice } : {},
  ),
  leaveSignedIn: assignPortal(({ context }, output: RedirectOutput) =>
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
  /** A person who is signed in manages their methods before continuing to the service. */
  beginManaging: assignPortal(({ context }, output: RedirectOutput) =>
    output.reason === 'managing'
      ? managementOf(
          beginRequest(context.session, output.summary, output.summary.hasOpenIdScope ? 'oidc' : 'saml'),
          { to: output.summary.redirectUrl, wantsNoReauth: true },
        )
      : {},
  ),
  manageExistingLogin: assignPortal(({ context: { session, existingLogin } }) =>
    existingLogin
      ? managementOf(
          { ...session, person: { ...NO_PERSON, userId: existingLogin.userId } },
          { to: existingLogin.to, wantsNoReauth: false },
        )
      : {},
  ),
  manageOwnLogin: assignPortal(({ context: { session, config } }) => {
    const { userId, clientId } = config.login ?? { userId: '', clientId: '' };
    return managementOf(
      { flow: { ...session.flow, clientId }, person: { ...NO_PERSON, userId } },
      { to: HOME, wantsNoReauth: false },
    );
  }),
  leaveForOtherAccount: assignPortal((_, output: RedirectOutput) =>
    output.reason === 'switching'
      ? {
          returnTarget: {
            to: `/logout?continue=${encodeURIComponent(output.summary.clientId)}`,
            wantsNoReauth: false,
          },
        }
      : {},
  ),
  leaveTo: assignPortal((_, to: string) => ({ returnTarget: { to, wantsNoReauth: false } })),
  setExistingLogin: assignPortal((_, existingLogin: ExistingLogin | null) => ({ existingLogin })),
  resumeLogin: assignPortal(({ context: { existingLogin } }) => ({
    returnTarget: { to: existingLogin?.to ?? '', wantsNoReauth: false },
  })),
  setOtherLogin: assignPortal((_, otherLogin: string | null) => ({ otherLogin })),
  notifyOtherTabs: sendFromPortal('tabs', ({ context }) => ({
    type: 'login.finished',
    userId: context.session.person.userId,
  })),
  declineRequest: assignPortal(({ context: { session } }) => ({
    session: { ...session, flow: { ...session.flow, redirectUrl: '', isDeclined: true } },
    returnTarget: {
      to: session.flow.redirectUrl,
      wantsNoReauth: false,
      replacesEntry: true,
      declines: true,
    },
  })),
  /** The error page tells once that the request has ended. */
  setDeclinedReason: assignPortal(({ context: { session } }) => ({
    session: { ...session, flow: { ...session.flow, isDeclined: false } },
    errorReason: 'requestEnded',
    assertion: null,
  })),
  joinLogin: assignPortal(({ context }) => ({
    returnTarget: { to: context.session.flow.redirectUrl, wantsNoReauth: true },
  })),
  chooseLanguage: assignPortal((_, locale: 'ko' | 'en') => ({ locale })),
  refreshClient: sendFromPortal('service-info', { type: 'language.chosen' }),
  requestClient: sendFromPortal('service-info', ({ context: { session, config } }) => ({
    type: 'client.wanted',
    clientId: clientIdOf(session, config),
  })),
  setClient: assignPortal(({ context: { session } }, client: ClientConfig) => ({
    client,
    session: { ...session, flow: { ...session.flow, company: client.serviceName } },
  })),
  forwardClient: sendFromPortal('id-entry', (_, config: ClientConfig) => ({
    type: 'client.received',
    config,
  })),
  storeChallenge: assignPortal(({ context }, token: string) => ({
    session: storeChallenge(context.session, token),
  })),
  dropServerSession: assignPortal(({ context: { session } }) => ({
    session: { ...session, flow: { ...session.flow, challengeKey: '' } },
    assertion: null,
  })),
  setIp: assignPortal(({ context }, ip: string) => ({
    session: { ...context.session, flow: { ...context.session.flow, ip } },
  })),
};
